"""Rules for access tokens, refresh tokens, grants and ID tokens."""

from collections.abc import Iterator
from typing import Any, Final

from hanse import handles
from hanse.config.declare.ui.findings import Finding, Severity, StandardSection
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.choices import Expiry, IdTokenAlgorithm, Rolling
from hanse.resources.applications.clients.security_findings.assessed_client import OWN, AssessedClient, days
from hanse.resources.grants import LongUnit, ShortUnit

# RFC 6750, section 5.3: one hour or less.
_LONGEST_MINUTES: Final = 60
_LONGEST_IDLE_DAYS, _USUAL_IDLE_DAYS = 90, 30


def refresh_token_rotation(assessed: AssessedClient) -> Iterator[Finding]:
    """Find public clients whose refresh tokens are neither bound to a key nor replaced at each use (section 2.2.2)."""
    if not assessed.refreshes or not assessed.is_public or assessed.binds_tokens or _rotates_at_each_use(assessed):
        return
    fix: dict[str, Any] = {"refreshRolling": Rolling.ROLL.value}
    if _interval(assessed):
        fix |= {
            "refreshTokenRollingIntervalType": OWN.value,
            "refreshTokenRollingInterval": 0,
            "refreshTokenRollingIntervalTimeUnit": ShortUnit.SECONDS.value,
        }
    yield Finding(
        id="refresh-token-not-rotated",
        severity=Severity.HIGH,
        text=message(
            "The client does not authenticate, and its refresh tokens are neither bound to a key nor replaced at each"
            " use. A stolen refresh token can be used until the grant expires, and nobody notices."
        ),
        reference=StandardSection("RFC 9700", "2.2.2"),
        path="refreshRolling",
        fix=fix,
        fix_label=message("Rotate refresh tokens"),
    )


def unused_grants(assessed: AssessedClient) -> Iterator[Finding]:
    """Find refresh tokens that stay valid however long they are not used (RFC 9700, section 4.14.2)."""
    if not assessed.refreshes:
        return
    idle = _idle_days(assessed)
    if idle is not None and idle <= _LONGEST_IDLE_DAYS:
        return
    yield Finding(
        id="refresh-token-without-idle-timeout",
        severity=Severity.MEDIUM,
        text=message(
            "Refresh tokens stay valid for more than {days} days without use. A token that was forgotten on a lost"
            " device can still be used.",
            days=_LONGEST_IDLE_DAYS,
        ),
        reference=StandardSection("RFC 9700", "4.14.2"),
        path="persistentGrantIdleTimeoutType",
        fix={
            "persistentGrantIdleTimeoutType": Expiry.OVERRIDE_SERVER_DEFAULT.value,
            "persistentGrantIdleTimeout": _USUAL_IDLE_DAYS,
            "persistentGrantIdleTimeoutTimeUnit": LongUnit.DAYS.value,
        },
        fix_label=message("Expire after {days} days without use", days=_USUAL_IDLE_DAYS),
    )


def access_token_lifetime(assessed: AssessedClient) -> Iterator[Finding]:
    """Find bearer tokens with a long lifetime (RFC 6750, section 5.3)."""
    minutes = assessed.server.token_minutes(assessed.manager)
    if assessed.binds_tokens or minutes is None or minutes <= _LONGEST_MINUTES:
        return
    yield Finding(
        id="long-access-token-lifetime",
        severity=Severity.MEDIUM,
        text=message(
            "Access tokens of the client's access token manager are valid for {minutes} minutes, and whoever has one"
            " can use it. Issue bearer tokens for one hour at most.",
            minutes=minutes,
        ),
        reference=StandardSection("RFC 6750", "5.3"),
        resource=handles.ACCESS_TOKEN_MANAGERS,
        item=assessed.manager,
    )


def bearer_tokens(assessed: AssessedClient) -> Iterator[Finding]:
    """Find clients whose access tokens are not bound to a key or a certificate (RFC 9700, section 2.2.1)."""
    if not assessed.binds_tokens:
        yield Finding(
            id="tokens-not-sender-constrained",
            severity=Severity.INFORMATION,
            text=message(
                "Access tokens are bearer tokens: whoever has one can use it. Require DPoP or certificate-bound tokens"
                " if the client and its APIs support them."
            ),
            reference=StandardSection("RFC 9700", "2.2.1"),
            path="requireDpop",
            fix={"requireDpop": True},
            fix_label=message("Require DPoP"),
        )


def unsigned_id_tokens(assessed: AssessedClient) -> Iterator[Finding]:
    """Find ID tokens that are not signed (RFC 8725, section 3.2)."""
    if assessed.client.oidc_policy.id_token_signing_algorithm is IdTokenAlgorithm.NONE:
        yield Finding(
            id="unsigned-id-token",
            severity=Severity.HIGH,
            text=message("ID tokens are not signed, so that clients cannot detect a manipulated one."),
            reference=StandardSection("RFC 8725", "3.2"),
            path="oidcPolicy.idTokenSigningAlgorithm",
            fix={"oidcPolicy.idTokenSigningAlgorithm": IdTokenAlgorithm.RS256.value},
            fix_label=message("Sign with RS256"),
        )


def _rotates_at_each_use(assessed: AssessedClient) -> bool:
    rolling = assessed.client.refresh_rolling
    rolls = rolling is Rolling.ROLL or (rolling is Rolling.SERVER_DEFAULT and assessed.server.rotates_refresh_tokens)
    return rolls and not _interval(assessed)


def _interval(assessed: AssessedClient) -> int:
    """Return the minimum age at which refresh tokens are replaced, in the unit of the setting that applies."""
    client = assessed.client
    if client.refresh_token_rolling_interval_type is OWN:
        return client.refresh_token_rolling_interval or 0
    return assessed.server.rotation_interval


def _idle_days(assessed: AssessedClient) -> float | None:
    """Return the time after which an unused grant expires; None if it never does."""
    client = assessed.client
    if client.persistent_grant_idle_timeout_type is Expiry.INDEFINITE_EXPIRY:
        return None
    if client.persistent_grant_idle_timeout_type is Expiry.SERVER_DEFAULT:
        return assessed.server.idle_days
    return days(client.persistent_grant_idle_timeout or 0, client.persistent_grant_idle_timeout_time_unit)
