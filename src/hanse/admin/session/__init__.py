"""Authentication of administrators: log-in, sessions, API tokens and HTTP Basic.

A browser has a session cookie, which is accepted below `/pf-admin-ui/` only. With it the console fetches short-lived
bearer tokens for the admin API; scripts use HTTP Basic there. The database contains only SHA-256 digests of session ids
and tokens, so that reading it reveals no session.

A session stores a *stamp* of its account: a digest of password digest, roles, auditor and active flag. At every request
the stamp is computed again and compared, so a changed password or changed rights end sessions and tokens at once, on
every node and however the account was changed. `changePassword` updates the stamp of the caller's own session.

Failed log-ins are throttled (`throttle`); all failures have the same message and take the same time. Sessions end after
a time without activity (log-in, extendSession and saves; polling is no activity) and after a maximum time, both on the
server (`--session-idle-timeout`, `--session-lifetime`). Administrators can list and end their own sessions
(`own_sessions`).

This package uses HTTP only through `PresentedCredentials` and `Caller`, and of the configuration only accounts.
"""
