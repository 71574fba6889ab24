"""The certificate calendar of a server: its items that are not documents of the configuration, and its metrics."""

from collections.abc import Iterator
from functools import partial

from hanse.app.server_certificate import certificate_expiry
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Area
from hanse.config.expirations import DocumentExpiration, Expiration
from hanse.config.statement_log import routine_statements
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import to_text
from hanse.kit.options import Options
from hanse.kit.periodic import Periodic, on_thread
from hanse.kit.texts.messages import message
from hanse.ops.certificate_calendar.expiring_items import ExpiringItem, ExpiringItems, OtherItem
from hanse.ops.certificate_calendar.expiry_metrics import ExpiryMetrics
from hanse.ops.license.keeper import LicenseKeeper
from hanse.ops.license.operations import PAGE as LICENSE_PAGE

REFRESH_SECONDS = 60


def expiring_items(license_: LicenseKeeper, options: Options) -> ExpiringItems:
    """Return everything that expires: certificates of the configuration, the license, and the certificate file."""
    return ExpiringItems(partial(_other_items, license_, options))


def _other_items(license_: LicenseKeeper, options: Options, view: TransactionView) -> Iterator[OtherItem]:
    current = license_.current(view).license
    if current is not None and current.expiration_date is not None:
        expiration = Expiration(to_text(current.expiration_date), current.id)
        found = DocumentExpiration("license", "license", expiration)
        yield OtherItem(ExpiringItem(found, message("License"), LICENSE_PAGE.path), Area.LICENSE)
    file = certificate_expiry(options)
    if file is not None:
        found = DocumentExpiration("serverCertificate", "serverCertificate", file)
        yield OtherItem(ExpiringItem(found, message("Server certificate")), Area.KEYS)


async def keep_measured(configuration: Configuration, metrics: ExpiryMetrics) -> None:
    """Keep the metrics current for as long as the server runs."""

    def refresh() -> None:
        with routine_statements():
            metrics.refresh(configuration)

    await Periodic("certificate metrics", on_thread(refresh), REFRESH_SECONDS, first_seconds=1).run()
