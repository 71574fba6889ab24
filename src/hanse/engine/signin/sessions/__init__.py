"""SSO sessions: what spares users from signing in again, and which clients they signed in to.

A session exists only where a session policy enables it for an adapter, for all adapters, or where an adapter keeps a
session state of its own. `session_rules` says which of these applies, `stored_session` what a session remembers, and
`sso_sessions` makes, finds, changes and ends sessions.
"""
