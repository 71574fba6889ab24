"""The page of the certificate calendar: by month, as a list, and the address for calendar applications."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from starlette.responses import Response

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.page_request import ACTION
from hanse.admin.frames.responses import redirect
from hanse.admin.frames.state_pages.state_site import PER_PAGE, StatePageRequest, StateSite
from hanse.config.declare.access import Area
from hanse.config.http.operation import Operation
from hanse.kit.clock import Clock, to_text
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, localized_month, say
from hanse.ops.certificate_calendar.calendar_views import CalendarItem, CalendarItemList, CalendarStatus
from hanse.ops.certificate_calendar.operations import (
    ADDRESS_PATH,
    PAGE,
    PATH,
    CalendarAddressView,
    NewCalendarAddress,
)

_VIEW, _LIST, _KIND, _PERIOD, _DO = "view", "list", "kind", "period", "do"
_RENEW, _REVOKE = "renew", "revoke"
# The names of the periods that are not months.
_EXPIRED, _LATER = "expired", "later"
_MONTHS_SHOWN: Final = 12
_MOST_IN_MONTH: Final = 8
_STATUS_TEXTS: Final = {
    CalendarStatus.VALID: message("Valid"),
    CalendarStatus.EXPIRES_SOON: message("Expires soon"),
    CalendarStatus.EXPIRED: message("Expired"),
}
_LOOKS: Final = {
    CalendarStatus.VALID: "good",
    CalendarStatus.EXPIRES_SOON: "ending",
    CalendarStatus.EXPIRED: "bad",
}


@dataclass(frozen=True)
class CalendarPeriod:
    """A period of the calendar: a month, all time before now, or all time after the last month."""

    id: str
    label: str
    begins: datetime | None
    ends: datetime | None


@dataclass(frozen=True)
class FilledPeriod:
    """A period with its first items, and the number of further ones."""

    period: CalendarPeriod
    items: list[CalendarItem]
    more: int
    # The address of the list of all items.
    address: str


class CertificateCalendarSite(StateSite):
    """The calendar by month and as a list, and the forms for its address."""

    page = PAGE
    path = PATH
    guide = "certificate-calendar"
    area = Area.KEYS

    def __init__(
        self, dispatcher: OperationDispatcher, operations: Iterable[Operation], clock: Clock, **options: Any
    ) -> None:
        """`options` are those of every page on the run-time state."""
        super().__init__(dispatcher, operations, **options)
        self._clock = clock

    def show(self, request: StatePageRequest) -> Response:
        """Return the calendar, or the question before its address is replaced or revoked."""
        return self._page(request)

    def change(self, request: StatePageRequest) -> Response:
        """Create or revoke the address."""
        if request.fields.get(ACTION) == _RENEW:
            # Shown once, without a redirect, so that neither an address nor a cookie contains it.
            made = self.perform("POST", ADDRESS_PATH, NewCalendarAddress, request)
            return self._page(request, new_address=made.address)
        self.perform("DELETE", ADDRESS_PATH, object, request)
        return redirect(self.address(), say("The calendar address was revoked."))

    def _page(self, request: StatePageRequest, *, new_address: str = "") -> Response:
        now = self._clock.now()
        is_list = request.text(_VIEW) == _LIST
        asked = request.text(_DO) if request.may_change and not new_address else ""
        values = self._list(request, now) if is_list else self._months(request, now)
        return self.render(
            "certificate_calendar.html",
            request,
            description=say(
                "Certificates and licenses by the end of their validity. Months and dates of the calendar file are in "
                "UTC."
            ),
            views={"": say("By month"), _LIST: say("List")},
            chosen_view=_LIST if is_list else "",
            status_texts={each: localized(text) for each, text in _STATUS_TEXTS.items()},
            looks=_LOOKS,
            subscription=self.perform("GET", ADDRESS_PATH, CalendarAddressView, request),
            new_address=new_address,
            question=asked if asked in (_RENEW, _REVOKE) else "",
            **values,
        )

    def _months(self, request: StatePageRequest, now: datetime) -> dict[str, Any]:
        return {"periods": list(self._filled(request, now))}

    def _filled(self, request: StatePageRequest, now: datetime) -> Iterator[FilledPeriod]:
        for period in _periods(now):
            found = self._found(request, period, "", "", _MOST_IN_MONTH)
            more = sum(each.items for each in found.months) - len(found.items)
            is_month = period.begins is not None and period.ends is not None
            if found.items or is_month:
                address = self.address(view=_LIST, period=period.id)
                yield FilledPeriod(period, found.items, more, address)

    def _list(self, request: StatePageRequest, now: datetime) -> dict[str, Any]:
        periods = {each.id: each for each in _periods(now)}
        period = periods.get(request.text(_PERIOD))
        kind = request.text(_KIND)
        found = self._found(request, period, kind, request.after, PER_PAGE)
        search = {_VIEW: _LIST, _KIND: kind, _PERIOD: period.id if period else ""}
        return {
            "items": found.items,
            "kinds": {each.kind: each.name for each in found.kinds},
            "period_names": {each.id: each.label for each in periods.values()},
            "search": search,
            "next_page": found.next_after and self.address(**search, after=found.next_after),
        }

    def _found(
        self, request: StatePageRequest, period: CalendarPeriod | None, kind: str, after: str, most: int
    ) -> CalendarItemList:
        query = {
            "kind": kind,
            "from": to_text(period.begins) if period and period.begins else "",
            "to": to_text(period.ends) if period and period.ends else "",
            "after": after,
            "limit": most,
        }
        return self.perform("GET", PATH, CalendarItemList, request, query=query)


def _periods(now: datetime) -> Iterator[CalendarPeriod]:
    """Yield the periods that the page shows. The current month begins now, because earlier items have expired."""
    yield CalendarPeriod(_EXPIRED, say("Expired"), None, now)
    begins = now
    for _ in range(_MONTHS_SHOWN):
        ends = _next_month(begins)
        yield CalendarPeriod(f"{begins:%Y-%m}", localized_month(begins), begins, ends)
        begins = ends
    yield CalendarPeriod(_LATER, say("Later"), begins, None)


def _next_month(moment: datetime) -> datetime:
    first = moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)
