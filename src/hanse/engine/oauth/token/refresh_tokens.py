"""Refresh tokens: their format, and the rules for replacing them (RFC 6749, section 6; RFC 9700, section 4.14.2)."""

from dataclasses import dataclass, field, replace
from typing import Final

from hanse.engine.state.contracts import RefreshToken, digest
from hanse.kit.randomness import Randomness, random_text
from hanse.resources.applications.clients.choices import Rolling, ServerOrOwn
from hanse.resources.applications.clients.model import Client
from hanse.resources.grants import ShortUnit
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

_SECONDS: Final = {ShortUnit.SECONDS: 1, ShortUnit.MINUTES: 60, ShortUnit.HOURS: 3_600}
# 95 bits, so that two families never coincide. Tokens have at least 28 characters.
FAMILY_CHARACTERS: Final = 16
_OWN: Final = ServerOrOwn.OVERRIDE_SERVER_DEFAULT


@dataclass(frozen=True, slots=True)
class NewRefreshToken:
    """A refresh token for the client, and its stored form."""

    text: str = field(repr=False)
    stored: RefreshToken


def first_token(randomness: Randomness, length: int, grant_id: str, now: float, binding: str = "") -> NewRefreshToken:
    """Return a refresh token that replaces none; `binding` is the thumbprint of the key it is bound to."""
    return _new(
        random_text(randomness, length),
        RefreshToken(key=b"", grant_id=grant_id, generation=0, issued=now, binding=binding),
    )


def next_token(
    randomness: Randomness, length: int, before: RefreshToken, before_text: str, now: float
) -> NewRefreshToken:
    """Return a refresh token that replaces another, and has the same first characters.

    These characters, its family, show that a token was replaced for as long as the grant exists. Knowing them only
    allows revoking the grant: one wrong guess of the others does that.
    """
    family = before_text[:FAMILY_CHARACTERS]
    text = family + random_text(randomness, length - len(family))
    return _new(text, replace(before, generation=before.generation + 1, issued=now, replaced=None))


def family_of(text: str) -> bytes:
    """Return the digest of the characters that a token shares with its replacements."""
    return digest(f"family {text[:FAMILY_CHARACTERS]}")


def is_rolled(settings: AuthorizationServerSettings, client: Client, age: float) -> bool:
    """Return whether a token of this age, in seconds, is replaced when it is used."""
    if client.refresh_rolling is Rolling.SERVER_DEFAULT:
        rolls = settings.roll_refresh_token_values
    else:
        rolls = client.refresh_rolling is Rolling.ROLL
    return rolls and age >= _interval(settings, client)


def grace_seconds(settings: AuthorizationServerSettings, client: Client) -> int:
    """Return how long a token can be used after it was replaced, for clients that lost the answer."""
    if client.refresh_token_rolling_grace_period_type is _OWN:
        return client.refresh_token_rolling_grace_period or 0
    return settings.refresh_token_rolling_grace_period


def _interval(settings: AuthorizationServerSettings, client: Client) -> int:
    if client.refresh_token_rolling_interval_type is _OWN:
        unit = client.refresh_token_rolling_interval_time_unit or ShortUnit.HOURS
        return (client.refresh_token_rolling_interval or 0) * _SECONDS[unit]
    return settings.refresh_rolling_interval * _SECONDS[settings.refresh_rolling_interval_time_unit]


def _new(text: str, token: RefreshToken) -> NewRefreshToken:
    return NewRefreshToken(text, replace(token, key=digest(text), family=family_of(text)))
