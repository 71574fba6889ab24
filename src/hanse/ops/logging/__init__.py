"""Writing of log lines, and redaction of secrets in them.

`setup.configure_logging` sends everything, structlog's and the standard library's, through one chain to
`<data>/log/server.log` (JSON lines, rotated) and to standard error (readable on a terminal, JSON elsewhere).
`redaction` takes secrets out of every line on its way, whoever wrote it. A request's id is on each of its lines.
"""
