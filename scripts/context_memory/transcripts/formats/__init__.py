"""Transcripts of agent hosts, read into `messages` values; never written here."""

from .detect import FORMATS
from .reading import PassedOver, SessionFile, choose_session, read_session, session_ids, sessions_in

__all__ = ["FORMATS", "PassedOver", "SessionFile", "choose_session", "read_session", "session_ids", "sessions_in"]
