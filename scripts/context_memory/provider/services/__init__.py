"""Who answers the verbs, and what is done in the background."""
