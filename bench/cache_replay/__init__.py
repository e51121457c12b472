"""Replays a session against a prefix cache, to compare ways of keeping its context small."""
