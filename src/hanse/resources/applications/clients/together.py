"""What belongs to a choice between the server's setting and one's own."""

from collections.abc import Iterator
from typing import Any

from hanse.kit.errors import FieldError
from hanse.resources.applications.clients.choices import Expiry, ServerOrOwn
from hanse.resources.applications.clients.overrides import Overrides

SERVERS = "The server's setting counts here. Choose to override it first."


def override_errors(new: Overrides) -> Iterator[FieldError]:
    """Find overrides that are chosen and not made, or made and not chosen."""
    own = ServerOrOwn.OVERRIDE_SERVER_DEFAULT
    grants = Expiry.OVERRIDE_SERVER_DEFAULT
    device = new.device_flow_setting_type is own
    # For each choice: whether the client has a setting of its own, and what that is made of.
    yield from together(
        is_own=new.refresh_token_rolling_interval_type is own,
        values={
            "refreshTokenRollingInterval": new.refresh_token_rolling_interval,
            "refreshTokenRollingIntervalTimeUnit": new.refresh_token_rolling_interval_time_unit,
        },
    )
    yield from together(
        is_own=new.refresh_token_rolling_grace_period_type is own,
        values={"refreshTokenRollingGracePeriod": new.refresh_token_rolling_grace_period},
    )
    yield from together(
        is_own=new.persistent_grant_expiration_type is grants,
        values={
            "persistentGrantExpirationTime": new.persistent_grant_expiration_time,
            "persistentGrantExpirationTimeUnit": new.persistent_grant_expiration_time_unit,
        },
    )
    yield from together(
        is_own=new.persistent_grant_idle_timeout_type is grants,
        values={
            "persistentGrantIdleTimeout": new.persistent_grant_idle_timeout,
            "persistentGrantIdleTimeoutTimeUnit": new.persistent_grant_idle_timeout_time_unit,
        },
    )
    yield from together(
        is_own=device,
        values={
            "pendingAuthorizationTimeoutOverride": new.pending_authorization_timeout_override,
            "devicePollingIntervalOverride": new.device_polling_interval_override,
        },
    )
    if new.user_authorization_url_override and not device:
        yield FieldError(SERVERS, "userAuthorizationUrlOverride", "not_applicable")


def together(*, is_own: bool, values: dict[str, Any]) -> Iterator[FieldError]:
    """Find which of an override's values are missing, or are there although the server's setting counts."""
    for name, value in values.items():
        if is_own and value is None:
            yield FieldError("This field is required.", name, "required_field")
        # A unit alone says nothing and does no harm; existing clients of the API send it.
        elif not is_own and isinstance(value, int):
            yield FieldError(SERVERS, name, "not_applicable")
