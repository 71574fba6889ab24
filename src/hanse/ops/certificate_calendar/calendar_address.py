"""The secret address at which calendar applications read the calendar without a session.

It is a capability URL: anyone who knows it can read the calendar. The database has only the digest of its secret.
"""

import hashlib
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness, new_token
from hanse.ops.certificate_calendar.schema import calendar_address


@dataclass(frozen=True)
class AddressFacts:
    """The time of an address and the administrator who created it."""

    created: str
    creator: str


@dataclass(frozen=True)
class CalendarAddresses:
    """Stores the address; there is one for the whole server."""

    clock: Clock
    randomness: Randomness

    def facts(self, connection: Connection) -> AddressFacts | None:
        """Return the facts of the current address, or None if there is none."""
        row = connection.execute(select(calendar_address.c.created, calendar_address.c.creator)).one_or_none()
        return None if row is None else AddressFacts(row.created, row.creator)

    def renew(self, database: Database, creator: str, areas: frozenset[Area]) -> str:
        """Return the secret of a new address, which replaces the current one and shows these areas."""
        secret = new_token(self.randomness)
        row = {
            "id": 1,
            "digest": _digest(secret),
            "areas": ",".join(sorted(areas)),
            "created": to_text(self.clock.now()),
            "creator": creator,
        }
        with database.writing() as connection:
            connection.execute(delete(calendar_address))
            connection.execute(insert(calendar_address), row)
        return secret

    def revoke(self, database: Database) -> None:
        """Delete the current address, if there is one."""
        with database.writing() as connection:
            connection.execute(delete(calendar_address))

    def areas(self, connection: Connection, secret: str) -> frozenset[Area] | None:
        """Return the areas that an address shows; None for a wrong secret."""
        query = select(calendar_address.c.areas).where(calendar_address.c.digest == _digest(secret))
        found: str | None = connection.execute(query).scalar()
        # A name that a newer node has written may be unknown here.
        return None if found is None else frozenset(area for area in Area if area in found.split(","))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
