"""SSO sessions, which spare users further sign-ins and record the clients of a session.

A session exists only if a session policy enables it for an adapter or for all adapters, or if an adapter keeps a
session state of its own. `session_rules` determines which of these applies, `stored_session` is the content of a
session, and `sso_sessions` creates, finds, changes and ends sessions.
"""
