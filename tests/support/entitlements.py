"""A license without limits, except those that a test sets."""

from datetime import datetime

from hanse.kit.errors import FieldError
from hanse.kit.ports import LicensedFeature


class UnlimitedLicense:
    """Allows every feature, any number of nodes, and a given number of connections."""

    node_limit = None

    def __init__(self, max_connections: int | None = None) -> None:
        self.max_connections = max_connections

    def operational(self, _now: datetime) -> bool:
        return True

    def allows(self, _feature: LicensedFeature, _now: datetime) -> bool:
        return True

    def connection_refusal(
        self, *, used: int, now: datetime, group: str | None = None, used_in_group: int = 0
    ) -> FieldError | None:
        del now, group, used_in_group
        if self.max_connections is None or used < self.max_connections:
            return None
        return FieldError("The license allows no more connections.", None, "license_limit")

    def node_refusal(self, *, running: int) -> FieldError | None:
        del running
        return None
