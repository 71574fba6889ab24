"""Differences by which a new license allows less than the installed one, for the warning before the import."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hanse.kit.texts.messages import message
from hanse.ops.license.claims import License


class LicenseWarningCode(StrEnum):
    """Identifier of the difference (specification 1, section 5); stable, so that clients can use their own text."""

    OAUTH_DISABLED = "OAUTH_DISABLED"
    WS_TRUST_DISABLED = "WS_TRUST_DISABLED"
    PROVISIONING_DISABLED = "PROVISIONING_DISABLED"
    EXPIRES_EARLIER = "EXPIRES_EARLIER"
    CONNECTION_LIMIT_LOWERED = "CONNECTION_LIMIT_LOWERED"
    NODE_LIMIT_LOWERED = "NODE_LIMIT_LOWERED"
    CONNECTIONS_BY_GROUP = "CONNECTIONS_BY_GROUP"


@dataclass(frozen=True)
class LicenseImportWarning:
    """A difference that the administrator must confirm."""

    code: LicenseWarningCode
    message: str


def import_warnings(current: License | None, new: License) -> list[LicenseImportWarning]:
    """Return the differences of `new` to `current` that allow less, in the order of the specification.

    Empty if there are none, and if no license is installed yet.
    """
    if current is None:
        return []
    return [*_features_lost(current, new), *_limits_lowered(current, new)]


def _features_lost(current: License, new: License) -> Iterator[LicenseImportWarning]:
    if current.oauth_enabled and not new.oauth_enabled:
        yield LicenseImportWarning(LicenseWarningCode.OAUTH_DISABLED, "The new license disables OAuth.")
    if current.ws_trust_enabled and not new.ws_trust_enabled:
        yield LicenseImportWarning(LicenseWarningCode.WS_TRUST_DISABLED, "The new license disables WS-Trust STS.")
    if current.provisioning_enabled and not new.provisioning_enabled:
        yield LicenseImportWarning(
            LicenseWarningCode.PROVISIONING_DISABLED, "The new license disables SaaS provisioning."
        )


def _limits_lowered(current: License, new: License) -> Iterator[LicenseImportWarning]:
    earlier = new.expiration_date
    if earlier is not None and (current.expiration_date is None or earlier < current.expiration_date):
        template = "The new license expires on {new}; the current license expires on {current}."
        if current.expiration_date is None:
            template = "The new license expires on {new}; the current license never expires."
        text = message(template, new=earlier, current=current.expiration_date)
        yield LicenseImportWarning(LicenseWarningCode.EXPIRES_EARLIER, text)
    if _lower(current.connection_limit, new.connection_limit):
        yield LicenseImportWarning(
            LicenseWarningCode.CONNECTION_LIMIT_LOWERED,
            message(
                "The new license lowers the connection limit from {current} to {new}.",
                current=_limit(current.connection_limit),
                new=_limit(new.connection_limit),
            ),
        )
    if _lower(current.node_limit, new.node_limit):
        yield LicenseImportWarning(
            LicenseWarningCode.NODE_LIMIT_LOWERED,
            message(
                "The new license lowers the node limit from {current} to {new}.",
                current=_limit(current.node_limit),
                new=_limit(new.node_limit),
            ),
        )
    if new.license_groups and not current.license_groups:
        yield LicenseImportWarning(
            LicenseWarningCode.CONNECTIONS_BY_GROUP,
            "The new license changes the connection licensing model to groups:"
            " each connection must be assigned to a connection group.",
        )


def _lower(current: int | None, new: int | None) -> bool:
    return new is not None and (current is None or new < current)


def _limit(limit: int | None) -> str:
    return message("unlimited") if limit is None else str(limit)
