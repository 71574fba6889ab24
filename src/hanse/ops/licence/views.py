"""The licence as the admin API and the console's status call write it."""

from collections.abc import Iterable
from typing import Any

from hanse.ops.licence.claims import Licence
from hanse.ops.licence.comparison import LicenceWarning
from hanse.ops.licence.expiry import ExpiryStatus


def to_view(licence: Licence, used_connections: int) -> dict[str, Any]:
    """Return the contract's LicenseView; what the licence leaves open (no limit, no end) is absent."""
    view: dict[str, Any] = licence.model_dump(mode="json", by_alias=True, exclude_none=True)
    return view | {"usedConnections": used_connections}


def to_status_item(status: ExpiryStatus) -> dict[str, str]:
    """Return the item of the licence expiry status call: `status`, `prefix`, `message`."""
    return {"status": str(status.status), "prefix": status.prefix, "message": status.message}


def to_warning_items(warnings: Iterable[LicenceWarning]) -> list[dict[str, str]]:
    """Return import warnings as JSON values: `code` and `message` each."""
    return [{"code": str(warning.code), "message": warning.message} for warning in warnings]
