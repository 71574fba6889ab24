"""Reference tokens: unguessable strings whose claims the server returns by introspection (RFC 7662)."""

from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option
from hanse.config.plugins.numbers import NumberCheck, number
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.randomness import random_text
from hanse.kit.texts.messages import message
from hanse.plugins.access_tokens import unsupported_fields
from hanse.plugins.access_tokens.claims import GrantClaims
from hanse.plugins.contracts.access_tokens import KIND, AccessToken, TokenContent, TokenManagerServices

LENGTH, LIFETIME, EXTENSION = "Token Length", "Token Lifetime", "Lifetime Extension Policy"
LONGEST_LIFETIME, THRESHOLD = "Maximum Token Lifetime", "Lifetime Extension Threshold Percentage"
EXPAND = "Expand Scope Groups"
# RFC 6749, section 10.10: a guess succeeds with a probability of 2^-128 at most. A character has 5.95 bits.
_SHORTEST, _LONGEST = 22, 256
_MOST_MINUTES = 525_600
# Standard members of an introspection response (RFC 7662, section 2.2). An attribute cannot override them.
_CLAIMS = GrantClaims(reserved=("active", "iss", "aud", "exp", "nbf", "iat", "jti", "token_type"))


class LifetimeExtension(StrEnum):
    """Tokens whose lifetime is extended when they are used."""

    NONE = "NONE"
    TRANSIENT = "TRANSIENT"
    ALL = "ALL"


class ReferenceTokens:
    """Creates reference tokens; the interface is `contracts.access_tokens.TokenManager`."""

    is_quick = True
    binds_keys = True
    supports_exchange = True

    def __init__(self, settings: Settings) -> None:
        self._length = number(settings, LENGTH)
        self._lifetime = timedelta(minutes=number(settings, LIFETIME))
        longest = settings.text(LONGEST_LIFETIME)
        self._longest = timedelta(minutes=int(longest)) if longest else None
        self._threshold = number(settings, THRESHOLD) / 100
        self._extension = LifetimeExtension(settings.text(EXTENSION))
        self.expands_scope_groups = settings.flag(EXPAND)
        if self._longest is not None and self._longest < self._lifetime:
            raise ValueError(
                message(
                    "{limit} must not be less than {lifetime}.",
                    limit=message(LONGEST_LIFETIME),
                    lifetime=message(LIFETIME),
                )
            )

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a new token; `claims` is the answer of introspection for it."""
        expires = services.now + self._lifetime
        if content.expires_by is not None:
            expires = min(expires, content.expires_by)
        return AccessToken(random_text(services.randomness, self._length), expires, _CLAIMS.of(content))

    def extended(self, token: AccessToken, made: datetime, now: datetime, *, has_grant: bool) -> AccessToken | None:
        """Return the token with its lifetime extended, if little enough of it is left, up to the maximum lifetime."""
        lives_on = self._extension is LifetimeExtension.ALL or (
            self._extension is LifetimeExtension.TRANSIENT and not has_grant
        )
        left = token.expires - now
        if not lives_on or left <= timedelta() or left > self._lifetime * self._threshold:
            return None
        end = now + self._lifetime
        if self._longest is not None:
            end = min(end, made + self._longest)
        return replace(token, expires=end) if end > token.expires else None


REFERENCE = Plugin(
    kind=KIND,
    id="org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin",
    name="Internally Managed Reference Tokens",
    keywords=("opaque token", "bearer token"),
    make=ReferenceTokens,
    supports_extended_contract=True,
    form=Form(
        description="Opaque tokens. Resource servers validate them with this server's introspection endpoint (RFC"
        " 7662).",
        fields=(
            Field(
                name=LENGTH,
                description=f"Number of characters, from {_SHORTEST} to {_LONGEST}.",
                required=True,
                default="28",
                check=NumberCheck(_SHORTEST, _LONGEST),
            ),
            Field(
                name=LIFETIME,
                description="Lifetime of an access token, in minutes.",
                required=True,
                default="120",
                check=NumberCheck(1, _MOST_MINUTES),
            ),
            Field(
                name=EXTENSION,
                type=FieldType.SELECT,
                description="Tokens whose lifetime is extended when they are used.",
                required=True,
                default=LifetimeExtension.NONE,
                options=(
                    Option("No tokens", LifetimeExtension.NONE),
                    Option("Tokens without a persistent grant", LifetimeExtension.TRANSIENT),
                    Option("All tokens", LifetimeExtension.ALL),
                ),
            ),
            Field(
                name=LONGEST_LIFETIME,
                description="Maximum lifetime of an extended token, in minutes. If empty, a token can be extended"
                " without limit.",
                check=NumberCheck(1, 100 * _MOST_MINUTES),
                only_with={EXTENSION: (LifetimeExtension.TRANSIENT, LifetimeExtension.ALL)},
            ),
            Field(
                name=THRESHOLD,
                description="A token is extended only when at most this share of its lifetime is left, in percent.",
                default="30",
                advanced=True,
                required=True,
                check=NumberCheck(1, 100),
                only_with={EXTENSION: (LifetimeExtension.TRANSIENT, LifetimeExtension.ALL)},
            ),
            *unsupported_fields.CALLS_BETWEEN_NODES,
            Field(
                name=EXPAND,
                type=FieldType.CHECK_BOX,
                description="Replace scope groups with their scopes.",
                default="false",
                advanced=True,
            ),
        ),
    ),
)
