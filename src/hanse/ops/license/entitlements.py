"""Implements `kit.ports.Entitlements` for a license, and for a missing one.

A limit refuses new objects only. Existing ones keep working when a smaller license is imported, so that an
administrator can remove them in peace instead of partners losing access.
"""

from datetime import datetime
from typing import Final

from hanse.kit.errors import FieldError
from hanse.kit.ports import LicensedFeature
from hanse.kit.texts.messages import message
from hanse.ops.license.claims import ConnectionGroup, GroupStatus, License
from hanse.ops.license.expiry import shuts_down

GROUP_FIELD: Final = "licenseConnectionGroup"

CONNECTION_LIMIT: Final = "license_connection_limit"
GROUP_REQUIRED: Final = "license_group_required"
GROUP_UNKNOWN: Final = "license_group_unknown"
GROUP_NOT_IN_EFFECT: Final = "license_group_not_in_effect"
GROUP_LIMIT: Final = "license_group_limit"
NODE_LIMIT: Final = "license_node_limit"
NO_LICENSE: Final = "license_missing"
LICENSE_ENDED: Final = "license_expired"


class LicenseEntitlements:
    """The entitlements of a license; without one, the installation can only be administered."""

    def __init__(self, license_: License | None) -> None:
        self._license = license_
        self._groups = {} if license_ is None else {group.name: group for group in license_.license_groups}

    @property
    def max_connections(self) -> int | None:
        """Return the maximum number of connections; None means no limit."""
        return 0 if self._license is None else self._license.connection_limit

    @property
    def node_limit(self) -> int | None:
        """Return the maximum number of running nodes; None means no limit. One node needs no license, to import one."""
        return 1 if self._license is None else self._license.node_limit

    def operational(self, now: datetime) -> bool:
        """Return whether there is a license that has not ended service (see `expiry.shuts_down`)."""
        return self._license is not None and not shuts_down(self._license, now)

    def allows(self, feature: LicensedFeature, now: datetime) -> bool:
        """Return whether the license has the feature and users may be served."""
        return self._license is not None and _has(self._license, feature) and self.operational(now)

    def connection_refusal(
        self, *, used: int, now: datetime, group: str | None = None, used_in_group: int = 0
    ) -> FieldError | None:
        """Return why one more connection may not be added; `group` matters only if the license has groups."""
        if self._license is None:
            return FieldError("No license is installed.", error_id=NO_LICENSE)
        if not self.operational(now):
            return FieldError("The license has expired.", error_id=LICENSE_ENDED)
        limit = self.max_connections
        if limit is not None and used >= limit:
            return FieldError(
                message("The license allows {limit} connections, and {used} exist.", limit=limit, used=used),
                error_id=CONNECTION_LIMIT,
            )
        return self._group_refusal(group, used_in_group, now) if self._groups else None

    def node_refusal(self, *, running: int) -> FieldError | None:
        """Return why one more node may not join."""
        limit = self.node_limit
        if limit is None or running < limit:
            return None
        return FieldError(
            message(
                "The license allows {limit} cluster nodes, and {running} are running.", limit=limit, running=running
            ),
            error_id=NODE_LIMIT,
        )

    def _group_refusal(self, name: str | None, used: int, now: datetime) -> FieldError | None:
        if not name:
            return _on_group(GROUP_REQUIRED, "The license requires a connection group.")
        group = self._groups.get(name)
        if group is None:
            return _on_group(GROUP_UNKNOWN, message("The license has no connection group '{name}'.", name=name))
        return _status_refusal(group, now) or _count_refusal(group, used)


def _has(license_: License, feature: LicensedFeature) -> bool:
    match feature:
        case LicensedFeature.OAUTH:
            return license_.oauth_enabled
        case LicensedFeature.WS_TRUST:
            return license_.ws_trust_enabled
        case LicensedFeature.PROVISIONING:
            return license_.provisioning_enabled


def _status_refusal(group: ConnectionGroup, now: datetime) -> FieldError | None:
    match group.status(now):
        case GroupStatus.OK:
            return None
        case GroupStatus.NOT_YET_IN_EFFECT:
            return _on_group(
                GROUP_NOT_IN_EFFECT, message("The connection group '{name}' is not yet in effect.", name=group.name)
            )
        case GroupStatus.EXPIRED:
            return _on_group(
                GROUP_NOT_IN_EFFECT, message("The connection group '{name}' has expired.", name=group.name)
            )


def _count_refusal(group: ConnectionGroup, used: int) -> FieldError | None:
    if used < group.connection_count:
        return None
    return _on_group(
        GROUP_LIMIT,
        message(
            "The connection group '{name}' allows {connection_count} connections, and {used} exist.",
            name=group.name,
            connection_count=group.connection_count,
            used=used,
        ),
    )


def _on_group(error_id: str, message: str) -> FieldError:
    return FieldError(message, field_path=GROUP_FIELD, error_id=error_id)
