"""Asking a language model or a program, and what that may cost."""
