"""Rules for settings in which a client overrides the server's value."""

from collections.abc import Iterator
from typing import Any

from hanse.kit.errors import FieldError
from hanse.resources.applications.clients.choices import Expiry, Lockout, ServerOrOwn
from hanse.resources.applications.clients.overrides import Overrides
from hanse.resources.grants import LongUnit

SERVERS = "The setting of the authorization server applies. Override it to enter a value."


def override_errors(new: Overrides) -> Iterator[FieldError]:
    """Find overrides that are chosen but have no value, and values whose override is not chosen."""
    own = ServerOrOwn.OVERRIDE_SERVER_DEFAULT
    grants = Expiry.OVERRIDE_SERVER_DEFAULT
    device = new.device_flow_setting_type is own
    # For each choice: whether the client overrides the setting, and the fields of the override.
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
    yield from _life(
        "persistentGrantExpirationTime",
        new.persistent_grant_expiration_time,
        new.persistent_grant_expiration_time_unit,
        is_own=new.persistent_grant_expiration_type is grants,
    )
    yield from _life(
        "persistentGrantIdleTimeout",
        new.persistent_grant_idle_timeout,
        new.persistent_grant_idle_timeout_time_unit,
        is_own=new.persistent_grant_idle_timeout_type is grants,
    )
    yield from together(
        is_own=device,
        values={
            "pendingAuthorizationTimeoutOverride": new.pending_authorization_timeout_override,
            "devicePollingIntervalOverride": new.device_polling_interval_override,
        },
    )
    is_own_lockout = new.lockout_max_malicious_actions_type is Lockout.OVERRIDE_SERVER_DEFAULT
    if is_own_lockout and new.lockout_max_malicious_actions == 0:
        yield FieldError("This field must be at least 1.", "lockoutMaxMaliciousActions", "greater_than_equal")
    yield from together(is_own=is_own_lockout, values={"lockoutMaxMaliciousActions": new.lockout_max_malicious_actions})
    if new.user_authorization_url_override and not device:
        yield FieldError(SERVERS, "userAuthorizationUrlOverride", "not_applicable")


def _life(name: str, time: int | None, unit: LongUnit | None, *, is_own: bool) -> Iterator[FieldError]:
    """Find lifetimes of grants that must not be 0: with an own lifetime of 0 no grant would be usable."""
    if is_own and time == 0:
        yield FieldError("This field must be at least 1.", name, "greater_than_equal")
    yield from together(is_own=is_own, values={name: time, f"{name.removesuffix('Time')}TimeUnit": unit})


def together(*, is_own: bool, values: dict[str, Any]) -> Iterator[FieldError]:
    """Find values of an override that are missing, or that are set although the server's setting applies."""
    for name, value in values.items():
        if is_own and value is None:
            yield FieldError("This field is required.", name, "required_field")
        # A unit without a number has no effect, and neither has 0; clients of the API send them.
        elif not is_own and isinstance(value, int) and value:
            yield FieldError(SERVERS, name, "not_applicable")
