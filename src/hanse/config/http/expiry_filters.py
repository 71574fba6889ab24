"""The filter and the order by certificate expiry, for lists of documents with certificates."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, assert_never

from hanse.config.declare.resource import Resource
from hanse.config.http.operation import QueryParameter
from hanse.config.list_query import ExpiryCondition
from hanse.kit.clock import to_text
from hanse.kit.texts.labels import Labeled

EXPIRY, SORT_BY = "certificateExpiry", "sortBy"
_SOON, _LATER = timedelta(days=30), timedelta(days=90)


class ExpiryPeriod(Labeled):
    """Periods in which the certificate of a document that expires first can end."""

    EXPIRED = "EXPIRED", "Expired"
    WITHIN_30_DAYS = "WITHIN_30_DAYS", "Expires within 30 days"
    WITHIN_90_DAYS = "WITHIN_90_DAYS", "Expires within 90 days"
    LATER = "LATER", "Expires after 90 days"
    NO_CERTIFICATE = "NO_CERTIFICATE", "No certificate"


_PARAMETERS: Final = (
    QueryParameter(
        EXPIRY,
        str,
        "Return only items whose certificate that expires first ends in this period. WITHIN_30_DAYS and WITHIN_90_DAYS"
        " do not include expired certificates.",
        choices=tuple(each.value for each in ExpiryPeriod),
    ),
    QueryParameter(
        SORT_BY,
        str,
        "Value by which the list is sorted. With `certificateExpiry`, items whose certificates expire first are first, "
        "and items without a certificate are last.",
        "name",
        choices=("name", EXPIRY),
    ),
)


def parameters_of(resource: Resource[Any]) -> tuple[QueryParameter, ...]:
    """Return the query parameters of a resource's list."""
    return _PARAMETERS if resource.storage.expirations is not None else ()


def expiry_of(query: Mapping[str, Any], now: datetime) -> ExpiryCondition | None:
    """Return the condition that a call makes on certificates."""
    return None if query.get(EXPIRY) is None else _condition(ExpiryPeriod(query[EXPIRY]), now)


def is_by_expiry(query: Mapping[str, Any]) -> bool:
    """Return whether a call requests the order by certificate expiry."""
    return query.get(SORT_BY) == EXPIRY


def _condition(period: ExpiryPeriod, now: datetime) -> ExpiryCondition:
    match period:
        case ExpiryPeriod.EXPIRED:
            return ExpiryCondition(ends=to_text(now))
        case ExpiryPeriod.WITHIN_30_DAYS:
            return ExpiryCondition(to_text(now), to_text(now + _SOON))
        case ExpiryPeriod.WITHIN_90_DAYS:
            return ExpiryCondition(to_text(now), to_text(now + _LATER))
        case ExpiryPeriod.LATER:
            return ExpiryCondition(to_text(now + _LATER))
        case ExpiryPeriod.NO_CERTIFICATE:
            return ExpiryCondition(is_present=False)
        case _:
            assert_never(period)
