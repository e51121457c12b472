"""Attacks, each held by a test: a file test_<class>.py is a class, a test that fails is an attack that succeeded.

A test counts as one attack; one that tries many says how many with `record_property("attacks", 2_000)`.
Mark one that takes over about two seconds `attack_slow`: `make test` leaves it out, `make test-attacks` runs all.
"""
