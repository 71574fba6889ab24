"""Connections to a directory, opened within a time limit and with verified TLS certificates."""

import math
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ldap3 import ANONYMOUS, NONE, SIMPLE, SYNC, Connection, Server, Tls
from ldap3.core.exceptions import LDAPException

from hanse.data_stores.deadlines import Deadline
from hanse.data_stores.settings import ConnectionSecurity, DirectorySettings, ServerAddress
from hanse.data_stores.tls import client_context

if TYPE_CHECKING:
    from hanse.data_stores.srv import MakeResolver

# Returns the servers in the order in which they are tried.
FindPlaces = Callable[[Deadline], Sequence[ServerAddress]]
# Maximum number of unreachable servers that a message names.
_MOST_NAMED = 3


class LdapConnection:
    """A bound connection in a pool."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.uses = 0
        # Time of its return to the pool.
        self.returned_at = 0.0
        self.broken = False
        # The pool's record of the borrowed connection.
        self.lent: Any = None

    def is_alive(self) -> bool:
        """Ask the directory for its root entry."""
        try:
            self.connection.search("", "(objectClass=*)", "BASE", attributes=["1.1"])
        except LDAPException:
            return False
        return bool(self.connection.result["result"] == 0)

    def close(self) -> None:
        """Close the connection; called by the pool."""
        drop(self.connection)


class _CheckedTls(Tls):
    """TLS with Python's own checks of chain and name, because the library supports few kinds of names."""

    def __init__(self, context: ssl.SSLContext, name: str) -> None:
        super().__init__()
        self._context, self._name = context, name

    def wrap_socket(self, connection: Connection, do_handshake: bool = False) -> None:
        """Put TLS around a connection's socket."""
        connection.socket = self._context.wrap_socket(
            connection.socket, do_handshake_on_connect=False, server_hostname=self._name
        )
        # Only now, so that the deadline can shut down the socket during the handshake.
        if do_handshake:
            connection.socket.do_handshake()


class _PromptServer(Server):
    """A server whose addresses share one time limit: each gets at most the time that is left."""

    deadline: Deadline

    def candidate_addresses(self) -> Iterator[Any]:
        """Yield addresses as long as there is time."""
        own = self.connect_timeout
        candidates: Callable[[], list[Any]] = super().candidate_addresses
        for address in candidates():
            if self.deadline.has_passed:
                return
            self.connect_timeout = min(own, self.deadline.remaining())
            yield address


def places_of(settings: DirectorySettings, make_resolver: "MakeResolver | None") -> FindPlaces:
    """Return the function that lists the servers to try, in their order."""
    if settings.lookup is None:
        named = [ServerAddress(host, port, host) for host, port in settings.servers]
        return lambda _deadline: named
    # Imported here, because most directories are configured by their hosts.
    from dns.resolver import Resolver  # noqa: PLC0415 - the comment above says why.

    from hanse.data_stores.srv import SrvDiscovery  # noqa: PLC0415 - the comment above says why.

    return SrvDiscovery(settings.lookup, make_resolver or Resolver).places


def opened(settings: DirectorySettings, places: FindPlaces, dn: str, password: str) -> Connection:
    """Return a connection to the first of the directory's servers that answers a bind; its result is the bind's.

    Raises LDAPException if none does, also if all of them together take too long. Only the operating system's look-up
    of a host's address cannot be interrupted; none begins when the time is over.
    """
    deadline = Deadline(settings.opening_limit)
    failure: LDAPException | None = None
    late: list[str] = []
    found = places(deadline)
    for index, place in enumerate(found):
        if deadline.has_passed:
            break
        attempt = _Attempt(settings, place, deadline.share(len(found) - index))
        try:
            return attempt.bound(dn, password)
        except LDAPException as error:
            failure = error
            if attempt.deadline.has_passed:
                late.append(f"{place.host}:{place.port} ({attempt.step})")
    if deadline.has_passed or (failure is not None and len(late) == len(found)):
        who = f": {', '.join(late[:_MOST_NAMED])}" if late else ""
        raise LDAPException(f"no server answered within {settings.opening_limit:g} seconds{who}") from failure
    raise failure or LDAPException("no server is configured")


class _Attempt:
    """An attempt to connect to one server."""

    def __init__(self, settings: DirectorySettings, place: ServerAddress, deadline: Deadline) -> None:
        self._settings, self._place, self.deadline = settings, place, deadline
        # The current step.
        self.step = "connecting"

    def bound(self, dn: str, password: str) -> Connection:
        """Connect, and bind; raises LDAPException."""
        connection = self._unopened(dn, password)
        try:
            with self.deadline.guarding(lambda: connection.socket):
                connection.open()
                if self._settings.security is ConnectionSecurity.START_TLS:
                    self.step = "StartTLS"
                    _start_tls(connection)
                self.step = "binding"
                connection.bind()
        except (LDAPException, TimeoutError) as error:
            drop(connection)
            raise error if isinstance(error, LDAPException) else LDAPException("timed out") from error
        return connection

    def _unopened(self, dn: str, password: str) -> Connection:
        settings, (host, port, certified) = self._settings, self._place
        tls = (
            _CheckedTls(client_context(settings.authorities, verify_host=settings.verify_host), certified)
            if settings.security is not ConnectionSecurity.NONE
            else None
        )
        server = _PromptServer(
            host,
            port,
            use_ssl=settings.security is ConnectionSecurity.TLS,
            tls=tls,
            connect_timeout=settings.connect_timeout,
            get_info=NONE,
            # The library would follow a referral anonymously: the password is for this directory only.
            allowed_referral_hosts=[("*", False)],
        )
        server.deadline = self.deadline
        return Connection(
            server,
            user=dn or None,
            password=password or None,
            authentication=SIMPLE if dn else ANONYMOUS,
            client_strategy=SYNC,
            read_only=True,
            check_names=False,
            auto_referrals=settings.follow_referrals,
            # The kernel accepts whole seconds.
            receive_timeout=max(1, math.ceil(settings.read_timeout)),
        )


def _start_tls(connection: Connection) -> None:
    if not connection.start_tls():
        raise LDAPException("StartTLS is not possible")


def drop(connection: Connection) -> None:
    """Close a connection in any state: the library leaves the socket of a failed one open."""
    with suppress(LDAPException):
        connection.unbind()
    if connection.socket is not None:
        connection.socket.close()
