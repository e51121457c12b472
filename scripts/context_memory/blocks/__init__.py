"""The journal of a session, its blocks, their capsules, and the view made of them."""
