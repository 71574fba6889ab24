"""How a source is reached, and what all sources have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

# Of one user, by name; a template takes the first value.
Values = Mapping[str, Sequence[str] | str]
# What a lookup answers at most: it is about one user, who has one entry, and perhaps some rows of groups.
MOST_ROWS = 1_000


class SourceFailed(Exception):
    """A source cannot be reached, refuses, or does not understand; the message says which, and names no secret."""


class CredentialsRefused(SourceFailed):
    """A source was reached, and does not accept the name and password that were sent."""


class ConnectionSecurity(StrEnum):
    """How a connection to a directory is protected."""

    NONE = "none"
    TLS = "tls"
    START_TLS = "startTls"


@dataclass(frozen=True, kw_only=True)
class PoolSettings:
    """How connections are kept. Times are in seconds; without `wait`, one waits as long as it takes to connect."""

    # How many are opened in the background when the first is needed.
    minimum: int = 0
    maximum: int = 10
    wait: float | None = None
    # Whether more than the maximum are opened for a while when all are in use.
    overflows: bool = True
    # After how long a connection is replaced.
    lifetime: float = 3600


class ServerAddress(NamedTuple):
    """A server, and the name that its certificate has to be for."""

    host: str
    port: int
    certified: str


@dataclass(frozen=True, kw_only=True)
class SrvLookup:
    """Domains whose servers are found by DNS SRV records of the name `prefix.domain`."""

    domains: tuple[str, ...]
    prefix: str
    # How long an answer is used at most, in seconds; the answer itself may say less.
    ttl: float = 60


@dataclass(frozen=True, kw_only=True)
class DirectorySettings:
    """A directory. Its servers are tried in turn; without a name, one binds anonymously."""

    servers: tuple[tuple[str, int], ...] = ()
    # Where the servers are found instead of being named.
    lookup: SrvLookup | None = None
    # How long it may take in all until one of the servers has let one in or refused, in seconds.
    opening_limit: float = 30
    bind_dn: str = ""
    password: str = field(default="", repr=False)
    security: ConnectionSecurity = ConnectionSecurity.NONE
    # Further authorities that may vouch for its certificate, as PEM, beside those of the operating system.
    authorities: str = field(default="", repr=False)
    verify_host: bool = True
    connect_timeout: float = 3
    read_timeout: float = 3
    follow_referrals: bool = False
    test_on_borrow: bool = False
    test_on_return: bool = False
    # After how long in the pool a connection is tested before it is used again, in seconds; None is never.
    test_after: float | None = None
    # Whether a search is made once more, on a new connection, when the one at hand turns out to be dead.
    retry: bool = True
    # Attributes that are not text; their values are given in base64.
    binary: frozenset[str] = frozenset()
    pool: PoolSettings = field(default_factory=PoolSettings)


@dataclass(frozen=True, kw_only=True)
class DatabaseSettings:
    """A database, by a URL of SQLAlchemy without password."""

    url: str
    password: str = field(default="", repr=False)
    connect_timeout: float = 5
    # How long a statement may run.
    read_timeout: float = 5
    # What shows that a connection works.
    validation: str = ""
    pool: PoolSettings = field(default_factory=PoolSettings)
