"""Authentication of administrators: log-in, sessions, API tokens and HTTP Basic.

A browser has a session cookie, which is accepted below `/pf-admin-ui/` only. With it the console fetches short-lived
bearer tokens for the admin API; scripts use HTTP Basic there. The database has only SHA-256 digests of session ids and
tokens, so that reading it reveals no session.

A session remembers a *stamp* of its account: a digest of password digest, roles, auditor and active flag. At every
request the stamp is taken anew and compared, so a changed password or changed rights end sessions and tokens at once,
on every node and however the account was changed. `changePassword` moves the caller's own session to the new stamp.

Failed log-ins are throttled (`throttle`); all failures read and cost the same. Sessions end after a time without
activity (log-in, extendSession and saves; polling is none) and at the latest after another, both on the server
(`--session-idle-timeout`, `--session-lifetime`). Everybody sees and ends sessions of their own (`own_sessions`).

It uses HTTP only through `PresentedCredentials` and `Caller`, and of the configuration only accounts.
"""
