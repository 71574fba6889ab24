"""The license in the forms of the admin API and of the console's status operation."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from hanse.kit.clock import shown
from hanse.ops.licence.claims import ConnectionGroup, Licence
from hanse.ops.licence.comparison import LicenceWarning
from hanse.ops.licence.expiry import expiry_status

_FEATURE_LABELS: Final = {"issuedby": "Issued By", "deploymentmethod": "Deployment Method"}


def to_view(licence: Licence, used_connections: int) -> dict[str, Any]:
    """Return LicenseView of the API contract; limits and dates that the license does not have are absent."""
    return to_claims(licence) | {"usedConnections": used_connections}


def to_claims(licence: Licence) -> dict[str, Any]:
    """Return the claims as JSON values, as they are signed."""
    claims: dict[str, Any] = licence.model_dump(mode="json", by_alias=True, exclude_none=True)
    return claims


def to_lines(licence: Licence, now: datetime) -> list[tuple[str, str]]:
    """Return the license for people: the labels of the console with their values."""
    end = licence.expiration_date
    return [
        ("ID", licence.id),
        ("Name", licence.name),
        ("Organization", licence.organization),
        ("Product", f"{licence.product} {licence.version}"),
        ("Tier", str(licence.tier)),
        ("Enforcement Type", licence.enforcement_type),
        ("Issue Date", shown(licence.issue_date)),
        ("Expiration Date", "never" if end is None else shown(end)),
        ("Grace Period", f"{licence.grace_period} days"),
        ("Status", str(expiry_status(licence, now).status)),
        ("Maximum Connections", _limit(licence.max_connections)),
        ("Node Limit", _limit(licence.node_limit)),
        ("OAuth", _enabled(licence.oauth_enabled)),
        ("WS-Trust STS", _enabled(licence.ws_trust_enabled)),
        ("SaaS Provisioning", _enabled(licence.provisioning_enabled)),
        ("Bridge Mode", _enabled(licence.bridge_mode)),
        *((_FEATURE_LABELS.get(feature.name, feature.name), feature.value) for feature in licence.features),
        *(("Connection Group", _group(group, now)) for group in licence.license_groups),
    ]


def to_warning_items(warnings: Iterable[LicenceWarning]) -> list[dict[str, str]]:
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
