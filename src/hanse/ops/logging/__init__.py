"""Writing of log lines, and redaction of secrets in them.

`setup.configure_logging` sends all lines, structlog's and the standard library's, through one chain to
`<data>/log/server.log` (JSON lines, rotated) and to standard error (readable on a terminal, JSON otherwise).
`redaction` removes secrets from every line, whichever code wrote it. Each line of a request has the request's id.
"""
