"""Operations of the certificate calendar."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Annotated, Final

import structlog
from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.config.expirations import ExpirationQuery
from hanse.config.http.key_paging import LIMIT, NO_PAGE, invalid_parameter, time_parameter
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import from_text
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, say
from hanse.ops.certificate_calendar import icalendar
from hanse.ops.certificate_calendar.calendar_address import CalendarAddresses
from hanse.ops.certificate_calendar.calendar_views import CalendarItemList, CalendarKind, CalendarMonth, CalendarViews
from hanse.ops.certificate_calendar.expiring_items import ExpiringItem, ExpiringItems, readable_areas

PAGE = ConsolePage(
    id="certificateCalendar",
    label="Certificate Calendar",
    heading=CERTIFICATES_AND_KEYS,
    slug="certificate-calendar",
    position=5,
    keywords=("expiration", "expiry", "iCalendar", "ics", "reminder", "renewal", "X.509"),
)
LOG = structlog.stdlib.get_logger("hanse.certificate")
PATH: Final = f"{API}/certificates/calendar"
ADDRESS_PATH: Final = f"{PATH}/address"
# The access log has no query strings, so the secret is in the query and not in the path.
FILE_PATH: Final = "/pf-admin-ui/certificate-calendar.ics"
# Limits of the file: an application reads all of it at once, several times a day.
_MOST_EVENTS: Final = 2_000
_PAST: Final = timedelta(days=90)
_SEPARATOR: Final = "\n"


class CalendarAddressView(ConfigModel):
    """The address of the calendar file."""

    created: Annotated[
        str | None, Field(description="Time of creation. Left out if there is no address.", examples=["2026-11-21"])
    ] = None
    created_by: Annotated[str | None, Field(description="Administrator who created the address.")] = None


class NewCalendarAddress(ConfigModel):
    """A new address, which cannot be read again."""

    address: Annotated[str, Field(description="Secret address of the calendar file (RFC 5545).")]


@dataclass(frozen=True)
class CalendarCalls:
    """The functions of the operations."""

    items: ExpiringItems
    addresses: CalendarAddresses

    def list(self, call: Call) -> OperationResult:
        """Return one page of items and the months with items."""
        areas, limit = readable_areas(call.principal), call.query["limit"]
        known = self.items.kinds(call.view, areas)
        if call.query["kind"] and call.query["kind"] not in known:
            raise invalid_parameter(message("The calendar has no items of this kind."), "kind")
        query = ExpirationQuery(
            kinds=(call.query["kind"],) if call.query["kind"] else tuple(known),
            begins=time_parameter(call, "from"),
            ends=time_parameter(call, "to"),
        )
        months = self.items.count_by_month(call.view, areas, query)
        page = ExpirationQuery(query.kinds, query.begins, query.ends, _position(call.query["after"]), limit + 1)
        found = self.items.find(call.view, areas, page)
        views = CalendarViews(call.view, call.principal, self.addresses.clock.now())
        return OperationResult(
            CalendarItemList(
                items=[views.view(each) for each in found[:limit]],
                next_after=_SEPARATOR.join(found[limit - 1].found.key) if len(found) > limit else None,
                months=[CalendarMonth(month=month, items=count) for month, count in sorted(months.items())],
                kinds=[CalendarKind(kind=kind, name=localized(title)) for kind, title in known.items()],
            )
        )

    def read_address(self, call: Call) -> OperationResult:
        """Return the facts of the address, without its secret."""
        facts = self.addresses.facts(call.view.connection)
        if facts is None:
            return OperationResult(CalendarAddressView())
        return OperationResult(CalendarAddressView(created=facts.created, created_by=facts.creator))

    def renew_address(self, call: Call) -> OperationResult:
        """Create an address; the previous one ends."""
        who = call.principal
        secret = self.addresses.renew(call.configuration.database, who.username, readable_areas(who))
        LOG.info("calendar address created", by=who.username)
        return OperationResult(NewCalendarAddress(address=f"{call.caller.origin}{FILE_PATH}?key={secret}"), status=201)

    def revoke_address(self, call: Call) -> OperationResult:
        """Revoke the address, if there is one."""
        self.addresses.revoke(call.configuration.database)
        LOG.info("calendar address revoked", by=call.principal.username)
        return OperationResult(status=204)

    def read_file(self, call: Call) -> OperationResult:
        """Return the calendar file to a caller who knows its address. It has names and dates only."""
        areas = self.addresses.areas(call.view.connection, call.query["key"])
        if areas is None:
            raise NotFound("Page not found, or you do not have access to it.")
        now = self.addresses.clock.now()
        kinds = tuple(self.items.kinds(call.view, areas))
        query = ExpirationQuery(kinds, begins=now - _PAST, limit=_MOST_EVENTS)
        events = (_event(each) for each in self.items.find(call.view, areas, query))
        text = icalendar.calendar(say("Certificate calendar"), islice(events, _MOST_EVENTS), now)
        return OperationResult(text)

    def operations(self) -> Iterator[Operation]:
        """Yield the operations."""
        common = partial(Operation, area=Area.KEYS, tag="Certificate Calendar")
        yield common(
            path=PATH,
            summary="List: Certificates and licenses by their end of validity",
            run=self.list,
            answer=CalendarItemList,
            query=(
                QueryParameter("kind", str, "Return the items of this kind only, such as certificates/ca.", ""),
                QueryParameter("from", str, "Return the items that end at this time or later.", ""),
                QueryParameter("to", str, "Return the items that end before this time.", ""),
                QueryParameter("after", str, "Return the items after those of the previous page.", ""),
                LIMIT,
            ),
        )
        yield common(
            path=ADDRESS_PATH,
            summary="Get: Address of the calendar file, without its secret",
            run=self.read_address,
            answer=CalendarAddressView,
        )
        own = partial(common, in_transaction=False)
        yield own(
            method="POST",
            path=ADDRESS_PATH,
            summary="Create: Address of the calendar file, which replaces the previous one",
            run=self.renew_address,
            answer=NewCalendarAddress,
            status=201,
        )
        yield own(
            method="DELETE",
            path=ADDRESS_PATH,
            summary="Revoke: Address of the calendar file",
            run=self.revoke_address,
            status=204,
        )
        yield Operation(
            path=FILE_PATH,
            area=Area.PUBLIC,
            tag="Certificate Calendar",
            summary="Get: Calendar file (RFC 5545)",
            run=self.read_file,
            answer={"type": "string"},
            answer_type=icalendar.MEDIA_TYPE,
            query=(QueryParameter("key", str, "Secret of the address.", ""),),
            is_document=True,
            on_passive=True,
            extra_statuses=(404,),
        )


def _event(item: ExpiringItem) -> icalendar.AllDayEvent:
    found, type_ = item.found, localized(item.title)
    return icalendar.AllDayEvent(
        # A digest, because IDs are not for everybody who may know the names.
        uid=hashlib.sha256(_SEPARATOR.join(found.key).encode()).hexdigest(),
        moment=from_text(found.expiration.expires),
        summary=say("{type} expires: {name}", type=type_, name=found.expiration.name),
        description=say(
            "{type} {name} expires on {end}.",
            type=type_,
            name=found.expiration.name,
            end=from_text(found.expiration.expires),
        ),
    )


def _position(text: str) -> tuple[str, str, str, str] | None:
    """Return the position in the parameter `after`."""
    if not text:
        return None
    parts = text.split(_SEPARATOR)
    if len(parts) != 4 or "\0" in text:  # noqa: PLR2004 - the parts of a position.
        raise invalid_parameter(NO_PAGE, "after")
    expires, kind, id_, part = parts
    return expires, kind, id_, part
