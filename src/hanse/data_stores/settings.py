"""Connection settings of sources, and their common parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

# Values about one user, by name; a template uses the first value.
Values = Mapping[str, Sequence[str] | str]
# Maximum number of entries or rows in a result. It concerns one user: one entry, and possibly some rows of groups.
MOST_ROWS = 1_000


class SourceFailed(Exception):
    """A source is unreachable, refuses, or does not understand; the message has the reason, without any secret."""


class SourceUnreachable(SourceFailed):
    """No connection to a source can be opened, so that nothing was sent to it."""


class ConstraintViolated(SourceFailed):
    """A database refuses a row because of a constraint, for example because another one has the same key."""


class CredentialsRefused(SourceFailed):
    """A source was reached, and refuses the name and password."""


class ConnectionSecurity(StrEnum):
    """Protection of the connection to a directory."""

    NONE = "none"
    TLS = "tls"
    START_TLS = "startTls"


@dataclass(frozen=True, kw_only=True)
class PoolSettings:
    """Settings of a connection pool.

    Times are in seconds. `wait` limits the wait for a free connection; None means the `connect_timeout` of the source.
    """

    # The number of connections that are opened in the background at the first use.
    minimum: int = 0
    maximum: int = 10
    wait: float | None = None
    # True if additional connections are opened temporarily if all are in use.
    overflows: bool = True
    # Maximum age of a connection.
    lifetime: float = 3600


class ServerAddress(NamedTuple):
    """A server, and the name that its certificate must have."""

    host: str
    port: int
    certified: str


@dataclass(frozen=True, kw_only=True)
class SrvLookup:
    """Domains whose servers are found by DNS SRV records of the name `prefix.domain`."""

    domains: tuple[str, ...]
    prefix: str
    # Maximum cache time of an answer in seconds; the answer itself may have a shorter one.
    ttl: float = 60


@dataclass(frozen=True, kw_only=True)
class DirectorySettings:
    """A directory. Its servers are tried in turn; without `bind_dn`, the bind is anonymous."""

    servers: tuple[tuple[str, int], ...] = ()
    # Finds the servers by DNS if they are not configured.
    lookup: SrvLookup | None = None
    # Time limit in seconds for all attempts until a server accepts or refuses the bind.
    opening_limit: float = 30
    bind_dn: str = ""
    password: str = field(default="", repr=False)
    security: ConnectionSecurity = ConnectionSecurity.NONE
    # Additional certificate authorities, as PEM.
    authorities: str = field(default="", repr=False)
    verify_host: bool = True
    connect_timeout: float = 3
    read_timeout: float = 3
    follow_referrals: bool = False
    test_on_borrow: bool = False
    test_on_return: bool = False
    # Idle time in seconds after which a connection is tested before it is used again; None means never.
    test_after: float | None = None
    # True if a search is repeated once, on a new connection, if the connection turns out to be broken.
    retry: bool = True
    # Binary attributes; their values are given in base64.
    binary: frozenset[str] = frozenset()
    pool: PoolSettings = field(default_factory=PoolSettings)


@dataclass(frozen=True, kw_only=True)
class DatabaseSettings:
    """A database, by an SQLAlchemy URL without password."""

    url: str
    password: str = field(default="", repr=False)
    connect_timeout: float = 5
    # Time limit of a statement.
    read_timeout: float = 5
    # The test statement.
    validation: str = ""
    # True if the connections can write. Connections for look-ups cannot, whatever the rights of the account are.
    writes: bool = False
    pool: PoolSettings = field(default_factory=PoolSettings)


def writable(settings: DatabaseSettings) -> DatabaseSettings:
    """Return the settings of connections that can write, which have a pool of their own."""
    return replace(settings, writes=True)


@dataclass(frozen=True, kw_only=True)
class HttpSettings:
    """The connections to a service. Times are in seconds."""

    # Additional certificate authorities, as PEM.
    authorities: str = field(default="", repr=False)
    # The private key and the certificate chain of the TLS client, as PEM; empty for none.
    client_key: str = field(default="", repr=False)
    verify_host: bool = True
    connect_timeout: float = 10
    read_timeout: float = 10
    most_connections: int = 32
    # Maximum length of an answer.
    most_bytes: int = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class HttpRequest:
    """A request to a service. Header fields can contain secrets, and the URL and the content values of users."""

    method: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    content: bytes = field(default=b"", repr=False)


class HttpAnswer(NamedTuple):
    """The answer of a service."""

    status: int
    content: bytes
    # The header field Retry-After (RFC 9110, section 10.2.3); empty without one.
    retry_after: str = ""
    # The nonce for the next proof of possession (RFC 9449, section 8); empty without one.
    dpop_nonce: str = ""
