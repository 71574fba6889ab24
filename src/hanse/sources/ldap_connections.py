"""Connections to a directory, opened within their time and with TLS that checks whom one speaks to."""

import math
import ssl
from contextlib import suppress
from typing import Any

from ldap3 import ANONYMOUS, NONE, SIMPLE, SYNC, Connection, Server, Tls
from ldap3.core.exceptions import LDAPException

from hanse.sources.settings import DirectorySettings, Security
from hanse.sources.tls import client_context


class Session:
    """A bound connection in a pool."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.uses = 0
        # When it was given back to the pool.
        self.rests_since = 0.0
        self.broken = False
        # What the pool lent it out as.
        self.lent: Any = None

    def is_alive(self) -> bool:
        """Ask the directory for its root entry."""
        try:
            self.connection.search("", "(objectClass=*)", "BASE", attributes=["1.1"])
        except LDAPException:
            return False
        return bool(self.connection.result["result"] == 0)

    def close(self) -> None:
        """End it; the pool calls this."""
        drop(self.connection)


class _CheckedTls(Tls):
    """TLS with Python's own checks of chain and name, in place of the library's, which looks at few kinds of names."""

    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__()
        self._context = context

    def wrap_socket(self, connection: Connection, do_handshake: bool = False) -> None:
        """Put TLS around a connection's socket."""
        connection.socket = self._context.wrap_socket(
            connection.socket, do_handshake_on_connect=do_handshake, server_hostname=connection.server.host
        )


def opened(settings: DirectorySettings, dn: str, password: str) -> Connection:
    """Return a connection to the first of the directory's servers that answers, not bound yet.

    Raises LDAPException when none does.
    """
    failure: LDAPException | None = None
    tls = (
        _CheckedTls(client_context(settings.authorities, verify_host=settings.verify_host))
        if settings.security is not Security.NONE
        else None
    )
    for host, port in settings.servers:
        server = Server(
            host,
            port,
            use_ssl=settings.security is Security.TLS,
            tls=tls,
            connect_timeout=settings.connect_timeout,
            get_info=NONE,
            # Whoever is referred to elsewhere asks there anonymously: the password is for this directory.
            allowed_referral_hosts=[("*", False)],
        )
        connection = Connection(
            server,
            user=dn or None,
            password=password or None,
            authentication=SIMPLE if dn else ANONYMOUS,
            client_strategy=SYNC,
            read_only=True,
            check_names=False,
            auto_referrals=settings.follow_referrals,
            # The kernel takes whole seconds.
            receive_timeout=max(1, math.ceil(settings.read_timeout)),
        )
        try:
            connection.open()
            if settings.security is Security.START_TLS:
                connection.start_tls()
        except LDAPException as error:
            failure = error
            drop(connection)
        else:
            return connection
    raise failure or LDAPException("no server is named")


def drop(connection: Connection) -> None:
    """Close a connection, whatever state it is in: the library leaves the socket of one that failed open."""
    with suppress(LDAPException):
        connection.unbind()
    if connection.socket is not None:
        connection.socket.close()
