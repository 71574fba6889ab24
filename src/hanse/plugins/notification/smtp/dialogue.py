"""Logging of the dialogue with a mail server, without credentials and messages.

Only the first word of a command is logged, and only of commands: the lines after AUTH, and the message itself, are no
commands (RFC 4954, section 4).
"""

import smtplib
from typing import Any

import structlog

LOG = structlog.stdlib.get_logger("hanse.notifications")
_COMMANDS = frozenset({"ehlo", "helo", "starttls", "auth", "mail", "rcpt", "data", "rset", "quit"})
_LONGEST = 300


class _Logged(smtplib.SMTP):
    def putcmd(self, cmd: str, args: str = "") -> None:
        """Send a command, or a line that answers the server."""
        word = cmd.split(" ", 1)[0].lower()
        LOG.info("SMTP command sent", command=word if word in _COMMANDS else "…")
        super().putcmd(cmd, args)

    def getreply(self) -> tuple[int, bytes]:
        """Return the server's answer."""
        code, text = super().getreply()
        # After AUTH, a server may repeat what the client sent.
        is_challenge = code == _GO_ON
        reply = "…" if is_challenge else text.decode(errors="replace")[:_LONGEST]
        LOG.info("SMTP reply received", code=code, reply=reply)
        return code, text


_GO_ON = 334


class _LoggedTls(_Logged, smtplib.SMTP_SSL):
    """The same over TLS."""


def client(*, is_tls: bool, is_logged: bool) -> Any:
    """Return the class of a client."""
    if is_logged:
        return _LoggedTls if is_tls else _Logged
    return smtplib.SMTP_SSL if is_tls else smtplib.SMTP
