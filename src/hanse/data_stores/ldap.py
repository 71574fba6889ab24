"""A directory: searches by filter, and password checks by bind (RFC 4511, 4513, 4515)."""

import base64
import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar, cast

import structlog
from ldap3 import BASE, LEVEL, SUBTREE, Connection
from ldap3.core.exceptions import LDAPException
from ldap3.utils.conv import escape_filter_chars
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import QueuePool

from hanse.data_stores.background_work import Background, never
from hanse.data_stores.ldap_changes import remove_attribute, set_password
from hanse.data_stores.ldap_connections import LdapConnection, drop, opened, places_of
from hanse.data_stores.ldap_filters import bracketed
from hanse.data_stores.ldap_results import next_page, raise_refusal
from hanse.data_stores.ldap_verdicts import PasswordVerdict, verdict_of
from hanse.data_stores.pool_warming import PoolWarming
from hanse.data_stores.settings import MOST_ROWS, CredentialsRefused, DirectorySettings, SourceFailed, Values
from hanse.data_stores.templates import fill
from hanse.data_stores.timing_log import timed

if TYPE_CHECKING:
    from hanse.data_stores.srv import MakeResolver

LOG = structlog.stdlib.get_logger("hanse.data-stores")
_STEPS = re.compile(r"^(socket [a-z ]+: )?(\[Errno -?\d+\] )?")
T = TypeVar("T")
_NO_ATTRIBUTES = "1.1"  # RFC 4511, section 4.5.1.8.


class LdapSearchScope(StrEnum):
    """Scope of a search, with the names of the API contract."""

    OBJECT = "OBJECT"
    ONE_LEVEL = "ONE_LEVEL"
    SUBTREE = "SUBTREE"


_SCOPES = {LdapSearchScope.OBJECT: BASE, LdapSearchScope.ONE_LEVEL: LEVEL, LdapSearchScope.SUBTREE: SUBTREE}


@dataclass(frozen=True)
class DirectoryEntry:
    """The result of a search. Attributes have the requested names, or else the directory's own."""

    dn: str
    attributes: Mapping[str, tuple[str, ...]]


class Directory:
    """The client of one directory; many threads may use it."""

    def __init__(
        self,
        settings: DirectorySettings,
        monotonic: Callable[[], float] = time.monotonic,
        background: Background = never,
        make_resolver: "MakeResolver | None" = None,
    ) -> None:
        self._settings, self._monotonic = settings, monotonic
        self._places = places_of(settings, make_resolver)
        pool = settings.pool
        # SQLAlchemy's pool can hold any object with a close method; it limits, replaces and counts connections.
        self._pool = QueuePool(
            cast("Any", lambda: LdapConnection(self._bound())),
            pool_size=max(1, pool.maximum),
            max_overflow=-1 if pool.overflows else 0,
            timeout=settings.connect_timeout if pool.wait is None else pool.wait,
            recycle=round(pool.lifetime),
            reset_on_return=None,
        )
        self._warming = PoolWarming(self._pool, pool.minimum, background, self._rests)

    @timed("directory", "check")
    def check(self) -> None:
        """Connect, and bind as for searches; raises SourceFailed."""
        with _failures_translated():
            drop(self._bound())
        LOG.debug("directory reached")

    @timed("directory", "search")
    def search(
        self,
        base: str,
        template: str,
        values: Values,
        attributes: Sequence[str] = (),
        *,
        scope: LdapSearchScope = LdapSearchScope.SUBTREE,
        most: int = MOST_ROWS,
        paged: bool = False,
    ) -> list[DirectoryEntry]:
        """Return the entries below a base that match a filter, with these attributes; raises SourceFailed.

        Values are escaped, so that they cannot change the filter (RFC 4515, section 3). Entries beyond `most` are
        omitted. `paged` requests the entries in several parts, for directories that limit one result (RFC 2696).
        """
        text = bracketed(fill(template, values, escape_filter_chars))
        wanted = list(attributes) or [_NO_ATTRIBUTES]
        for attempt in (True, False):
            session = self._borrowed()
            try:
                return self._found(session.connection, base, text, _SCOPES[scope], wanted, most, paged=paged)
            except LDAPException as error:
                session.broken = True
                if not (attempt and self._settings.retry and session.uses > 1):
                    raise SourceFailed(_reason(error)) from error
            finally:
                self._give_back(session)
        raise AssertionError("the second attempt returns or raises")

    def authenticate(self, dn: str, password: str) -> bool:
        """Return whether a password belongs to an entry; raises SourceFailed if the directory does not answer that."""
        verdict = self.verdict(dn, password)
        if verdict.refusal:
            raise SourceFailed(verdict.refusal)
        return verdict.right

    @timed("directory", "verdict")
    def verdict(self, dn: str, password: str) -> PasswordVerdict:
        """Return the directory's verdict on an entry's password; raises SourceFailed if it cannot be asked.

        An empty password would be an *unauthenticated* bind, which servers accept for any name (RFC 4513, section
        5.1.2); so it is always wrong.
        """
        if not dn or not password:
            return PasswordVerdict(right=False)
        with _failures_translated():
            connection = opened(self._settings, self._places, dn, password)
            try:
                verdict = verdict_of(connection)
                LOG.debug("password verified with the directory", right=verdict.right, expired=verdict.expired)
                return verdict
            finally:
                drop(connection)

    def change_password(self, dn: str, old: str | None, new: str) -> str | None:
        """Set an entry's password with the rights used for searches; return the directory's objection, or None.

        With the old password the directory checks that as well. Raises SourceFailed if it cannot be done.
        """
        return self.change(lambda connection: set_password(connection, dn, old, new))

    def remove_attribute(self, dn: str, name: str) -> bool:
        """Remove an attribute of an entry; False if it has none. Raises SourceFailed."""
        return self.change(lambda connection: remove_attribute(connection, dn, name))

    @timed("directory", "change")
    def change(self, change: Callable[[Connection], T]) -> T:
        """Make a change with the rights used for searches (`ldap_changes`). Raises SourceFailed."""
        session = self._borrowed()
        try:
            return change(session.connection)
        except LDAPException as error:
            # The change may have been made nevertheless, so it is not repeated.
            session.broken = True
            raise SourceFailed(_reason(error)) from error
        finally:
            self._give_back(session)

    def close(self) -> None:
        """Close idle connections; others are closed when they are returned."""
        self._warming.close()

    def _bound(self) -> Connection:
        connection = opened(self._settings, self._places, self._settings.bind_dn, self._settings.password)
        if not _is_bound(connection):
            drop(connection)
            raise CredentialsRefused("The directory rejected the user DN or its password.")
        return connection

    def _rests(self, session: LdapConnection) -> None:
        # Treated as a used connection, which is tested again before it is used later.
        session.uses, session.returned_at = 1, self._monotonic()

    def _borrowed(self) -> LdapConnection:
        self._warming.first()
        with _failures_translated():
            lent = self._pool.connect()
            session: LdapConnection = cast("Any", lent.dbapi_connection)
            session.lent = lent
            session.uses += 1
            if session.uses > 1 and self._is_to_be_tested(session) and not session.is_alive():
                lent.invalidate()
                return self._borrowed()
            return session

    def _is_to_be_tested(self, session: LdapConnection) -> bool:
        after = self._settings.test_after
        is_old = after is not None and self._monotonic() - session.returned_at >= after
        return self._settings.test_on_borrow or is_old

    def _give_back(self, session: LdapConnection) -> None:
        if session.broken or (self._settings.test_on_return and not session.is_alive()):
            session.lent.invalidate()
        else:
            session.returned_at = self._monotonic()
            session.lent.close()

    def _found(
        self, connection: Connection, base: str, text: str, scope: Any, wanted: list[str], most: int, *, paged: bool
    ) -> list[DirectoryEntry]:
        limits: dict[str, Any] = {"paged_size": MOST_ROWS} if paged else {"size_limit": most}
        found: list[Any] = []
        while True:
            connection.search(
                base, text, scope, attributes=wanted, time_limit=math.ceil(self._settings.read_timeout), **limits
            )
            result = connection.result
            raise_refusal(result, base, paged=paged)
            found += [each for each in connection.response or () if each["type"] == "searchResEntry"]
            cookie = next_page(result)
            if not cookie or len(found) >= most:
                break
            limits["paged_cookie"] = cookie
        # Without the filter, whose values are personal data.
        LOG.debug("directory searched", base=base, attributes=wanted, entries=len(found))
        return [self._entry(each, wanted) for each in found[:most]]

    def _entry(self, found: Mapping[str, Any], wanted: Sequence[str]) -> DirectoryEntry:
        # Attribute names are case-insensitive (RFC 4512, section 2.5).
        spellings = {name.lower(): name for name in wanted}
        binary = {name.lower() for name in self._settings.binary}
        attributes = {
            spellings.get(name.lower(), name): tuple(_text(value, name.lower() in binary) for value in values)
            for name, values in found["raw_attributes"].items()
            if values
        }
        return DirectoryEntry(found["dn"], attributes)


def _text(value: bytes, is_binary: bool) -> str:
    if not is_binary:
        try:
            return value.decode()
        except UnicodeDecodeError:
            pass
    return base64.b64encode(value).decode()


def _is_bound(connection: Connection) -> bool:
    """Return whether a bind succeeded; raises SourceFailed for errors that do not concern the name and the password."""
    verdict = verdict_of(connection)
    if verdict.refusal:
        raise SourceFailed(verdict.refusal)
    return verdict.right


@contextmanager
def _failures_translated() -> Iterator[None]:
    try:
        yield
    except LDAPException as error:
        raise SourceFailed(_reason(error)) from error
    except PoolTimeout as error:
        raise SourceFailed("All connections to the directory are in use.") from error


def _reason(error: LDAPException) -> str:
    # The library's message begins with the step that failed; only its end is useful.
    text = _STEPS.sub("", str(error).strip())
    return f"The directory cannot be reached: {text or type(error).__name__}"
