"""Transcripts of agent hosts, read into `model.session` values; never written here."""

from .detect import FORMATS
from .folders import PassedOver, SessionFile, sessions_in
from .reading import read_session, session_ids

__all__ = ["FORMATS", "PassedOver", "SessionFile", "read_session", "session_ids", "sessions_in"]
