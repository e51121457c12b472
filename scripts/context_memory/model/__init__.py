"""Values, outcomes, errors, ports and settings: standard library only, no effects."""
