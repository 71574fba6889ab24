"""The metric with the ends of validity of certificates."""

from typing import Final

from hanse.config.configuration import Configuration
from hanse.config.declare.access import Area
from hanse.config.expirations import ExpirationQuery
from hanse.kit.clock import from_text
from hanse.ops.certificate_calendar.expiring_items import ExpiringItems

# Each item is a time series, so their number is limited. The ones that end first are the ones that matter.
MOST_SERIES: Final = 500
METRIC: Final = "hanse_certificate_expiry_timestamp_seconds"
HELP: Final = (
    "End of validity of a certificate or of the license, in seconds since the epoch. Only the items that end first are"
    " included."
)
LABELS: Final = ("kind", "id")


class ExpiryMetrics:
    """Holds the values of the last reading, because metrics are collected more often than certificates change."""

    def __init__(self, items: ExpiringItems) -> None:
        self._items = items
        self._values: dict[tuple[str, ...], float] = {}

    def values(self) -> dict[tuple[str, ...], float]:
        """Return the values by kind and id; if a document has several certificates, the one that ends first."""
        return self._values

    def refresh(self, configuration: Configuration) -> None:
        """Read the values from the configuration."""
        with configuration.reading() as view:
            areas = frozenset(Area)
            query = ExpirationQuery(tuple(self._items.kinds(view, areas)), limit=MOST_SERIES)
            found = self._items.find(view, areas, query)
        values: dict[tuple[str, ...], float] = {}
        for each in (item.found for item in found):
            values.setdefault((each.kind, each.id), from_text(each.expiration.expires).timestamp())
        self._values = values
