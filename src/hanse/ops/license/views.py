"""The license in the forms of the admin API and of the console's status operation."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from hanse.kit.clock import shown
from hanse.ops.license.claims import ConnectionGroup, License
from hanse.ops.license.comparison import LicenseImportWarning
from hanse.ops.license.expiry import expiry_status

_FEATURE_LABELS: Final = {"issuedby": "Issued By", "deploymentmethod": "Deployment Method"}


def to_view(license_: License, used_connections: int) -> dict[str, Any]:
    """Return LicenseView of the API contract; limits and dates that the license does not have are absent."""
    return to_claims(license_) | {"usedConnections": used_connections}


def to_claims(license_: License) -> dict[str, Any]:
    """Return the claims as JSON values, as they are signed."""
    claims: dict[str, Any] = license_.model_dump(mode="json", by_alias=True, exclude_none=True)
    return claims


def to_lines(license_: License, now: datetime) -> list[tuple[str, str]]:
    """Return the license for people: the labels of the console with their values."""
    end = license_.expiration_date
    return [
        ("ID", license_.id),
        ("Name", license_.name),
        ("Organization", license_.organization),
        ("Product", f"{license_.product} {license_.version}"),
        ("Tier", str(license_.tier)),
        ("Enforcement Type", license_.enforcement_type),
        ("Issue Date", shown(license_.issue_date)),
        ("Expiration Date", "never" if end is None else shown(end)),
        ("Grace Period", f"{license_.grace_period} days"),
        ("Status", str(expiry_status(license_, now).status)),
        ("Maximum Connections", _limit(license_.max_connections)),
        ("Node Limit", _limit(license_.node_limit)),
        ("OAuth", _enabled(license_.oauth_enabled)),
        ("WS-Trust STS", _enabled(license_.ws_trust_enabled)),
        ("SaaS Provisioning", _enabled(license_.provisioning_enabled)),
        ("Bridge Mode", _enabled(license_.bridge_mode)),
        *((_FEATURE_LABELS.get(feature.name, feature.name), feature.value) for feature in license_.features),
        *(("Connection Group", _group(group, now)) for group in license_.license_groups),
    ]


def to_warning_items(warnings: Iterable[LicenseImportWarning]) -> list[dict[str, str]]:
    """Return import warnings as JSON objects with `code` and `message`."""
    return [{"code": str(warning.code), "message": warning.message} for warning in warnings]


def _limit(limit: int | None) -> str:
    return "unlimited" if limit is None else str(limit)


def _enabled(enabled: bool) -> str:
    return "enabled" if enabled else "disabled"


def _group(group: ConnectionGroup, now: datetime) -> str:
    end = "no end" if group.end_date is None else shown(group.end_date)
    return (
        f"{group.name}: {group.connection_count} connections, {shown(group.start_date)} to {end}, {group.status(now)}"
    )
