"""An SMTP server (RFC 5321) with the commands that the tests need."""

import socketserver
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

from tests.support.running_servers import running

REFUSED = "refused@example.com"


class Mailbox(socketserver.ThreadingTCPServer):
    """Stores messages and commands, and refuses one recipient."""

    daemon_threads = True

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self._tls = tls
        self.messages: list[EmailMessage] = []
        self.commands: list[str] = []

    def get_request(self) -> Any:
        connection, address = super().get_request()
        return (connection if self._tls is None else self._tls.wrap_socket(connection, server_side=True)), address

    @property
    def port(self) -> int:
        port: int = self.server_address[1]
        return port


class _Session(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        self._say("220 mailbox")
        while line := self.rfile.readline():
            # A client that expects TLS sends bytes that are not text.
            command = line.decode(errors="replace").strip()
            self.server.commands.append(command)
            verb = command.partition(" ")[0].upper()
            if verb == "DATA":
                self._say("354 go on")
                # Stored before it is acknowledged, so that an acknowledged message can be found.
                self.server.messages.append(self._message())
                self._say("250 taken")
            elif verb == "QUIT":
                self._say("221 bye")
                return
            elif verb == "EHLO":
                self._say("250-mailbox\r\n250 AUTH PLAIN")
            elif verb == "AUTH":
                self._say("235 known")
            else:
                self._say("550 no such user" if REFUSED in command else "250 fine")

    def _message(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        made: Any = message_from_bytes(b"".join(lines), policy=SMTP)
        return made  # type: ignore[no-any-return]  # The policy returns `EmailMessage`.

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mailbox(tls: ssl.SSLContext | None = None) -> Iterator[Mailbox]:
    """Run the mail server for the duration of the block."""
    server = Mailbox(tls)
    with running(server):
        yield server
