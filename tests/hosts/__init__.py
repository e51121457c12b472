"""Proofs against real host programs. Not part of `make test`: they need a download."""
