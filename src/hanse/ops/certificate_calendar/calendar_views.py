"""The items of the calendar as the admin API returns them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from hanse.config.change import bodies
from hanse.config.declare.access import Intent, Principal, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.notices import EXPIRY_WARNING
from hanse.config.expirations import Expiration
from hanse.config.http.key_paging import NextAfter
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import from_text
from hanse.kit.texts.translation import localized, localized_message
from hanse.ops.certificate_calendar.expiring_items import ExpiringItem

MOST_USERS: Final = 5
_Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


class CalendarStatus(StrEnum):
    """The status of an item at the moment."""

    VALID = "VALID"
    EXPIRES_SOON = "EXPIRES_SOON"
    EXPIRED = "EXPIRED"


class CalendarUser(ConfigModel):
    """A place in the configuration that uses an item."""

    name: Annotated[str, Field(description="Type and name of the object, or its ID.")]
    page: Annotated[str | None, Field(description="Address of its page in the console.")] = None


class CalendarItem(ConfigModel):
    """A certificate or license that expires."""

    kind: Annotated[str, Field(description="Kind of the object that contains the certificate.")]
    type: Annotated[str, Field(description="Name of the kind in the language of the request.")]
    id: str
    name: Annotated[str, Field(description="Subject DN of the certificate, or the ID of the license.")]
    expires: _Moment
    status: Annotated[CalendarStatus, Field(description="EXPIRES_SOON for items that end within 30 days.")]
    automatically_renewed: Annotated[bool, Field(description="True if the server replaces the certificate in time.")]
    page: Annotated[str | None, Field(description="Address of its page in the console.")] = None
    used_by: Annotated[list[CalendarUser], Field(description="Objects that use it, at most 5.")]
    number_of_users: Annotated[int, Field(description="Number of objects that use it, at most 1,000.")]


class CalendarMonth(ConfigModel):
    """A month in which items expire."""

    month: Annotated[str, Field(description="Year and month in UTC, such as 2026-11.")]
    items: Annotated[int, Field(description="Number of items that end in this month.")]


class CalendarKind(ConfigModel):
    """A kind of items."""

    kind: str
    name: Annotated[str, Field(description="Name in the language of the request.")]


class CalendarItemList(ConfigModel):
    """One page of the calendar, the earliest end first."""

    items: list[CalendarItem]
    next_after: NextAfter = None
    months: Annotated[list[CalendarMonth], Field(description="Months in which any of the items on all pages end.")]
    kinds: Annotated[list[CalendarKind], Field(description="Kinds of items that the caller may read.")]


class CalendarViews:
    """Makes views of items for a caller, in one read of the configuration."""

    def __init__(self, view: TransactionView, principal: Principal, now: datetime) -> None:
        self._view = view
        self._principal = principal
        self._now = now

    def view(self, item: ExpiringItem) -> CalendarItem:
        """Return the view of an item."""
        found = item.found
        users, count = self._users(item)
        return CalendarItem(
            kind=found.kind,
            type=localized(item.title),
            id=found.id,
            name=found.expiration.name,
            expires=found.expiration.expires,
            status=status_of(item, self._now),
            automatically_renewed=found.expiration.is_renewed,
            page=item.page,
            used_by=users,
            number_of_users=count,
        )

    def _users(self, item: ExpiringItem) -> tuple[list[CalendarUser], int]:
        registry = self._view.registry
        if not registry.knows(item.found.kind):
            return [], 0
        usages = self._view.used_by(registry.by_kind(item.found.kind), item.found.id)
        places = list(dict.fromkeys((each.kind, each.id) for each in usages))
        return [self._user(kind, id_) for kind, id_ in places[:MOST_USERS]], len(places)

    def _user(self, kind: str, id_: str) -> CalendarUser:
        resource = self._view.registry.by_kind(kind)
        may_read = is_allowed(self._principal, resource.area, Intent.READ)
        found = self._view.find(resource, id_) if may_read and not resource.is_singleton else None
        shown = id_ if found is None else bodies.name_of(resource, id_, found.body)
        name = localized_message(self._view.registry.name_of(kind, shown))
        return CalendarUser(name=name, page=resource.page_of(id_) if may_read else None)


def status_of(item: ExpiringItem, now: datetime) -> CalendarStatus:
    """Return the status of an item."""
    return expiration_status(item.found.expiration, now)


def expiration_status(expiration: Expiration, now: datetime) -> CalendarStatus:
    """Return the status of a certificate, which is valid until its end inclusively (RFC 5280, section 4.1.2.5)."""
    end = from_text(expiration.expires)
    if now > end:
        return CalendarStatus.EXPIRED
    is_soon = not expiration.is_renewed and end - now <= EXPIRY_WARNING
    return CalendarStatus.EXPIRES_SOON if is_soon else CalendarStatus.VALID
