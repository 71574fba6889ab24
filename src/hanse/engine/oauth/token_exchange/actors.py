"""The parties that act for the subject of a token: the claims `act` and `may_act` (RFC 8693, sections 4.1 and 4.4)."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from hanse.plugins.contracts.token_processors import ProcessedToken, TokenRefused

# More actors than any chain of services has, and few enough for a token.
MOST_ACTORS: Final = 10
LONGEST_IDENTIFIER: Final = 1024
# The members that identify an actor. Others, such as `exp`, do not belong into the claim (section 4.1).
_IDENTIFYING: Final = ("iss", "sub", "client_id")
Actor = dict[str, Any]


def actor_for(subject: ProcessedToken, actor: ProcessedToken | None) -> Actor:
    """Return the claim `act` of the issued token; empty if nobody acts for the subject.

    The current actor comes first, and earlier ones, which the subject token names, are inside. Without an actor token,
    the earlier actors stay. Raises TokenRefused for a malformed claim.
    """
    earlier = _earlier_actors(subject.claims.get("act"))
    current = earlier if actor is None else [{"iss": actor.issuer, "sub": actor.subject}, *earlier]
    if len(current) > MOST_ACTORS:
        raise TokenRefused("act has too many actors")
    return _nested(current)


def check_may_act(subject: ProcessedToken, party: Mapping[str, Any]) -> None:
    """Raise TokenRefused unless the subject token allows a party to act, which has these claims.

    A token without `may_act` leaves the decision to the policy. Every member of the claim must match, because together
    they identify one party.
    """
    allowed = subject.claims.get("may_act")
    if allowed is None:
        return
    if not isinstance(allowed, dict) or not allowed.keys() & {"sub", "client_id"}:
        raise TokenRefused("may_act is malformed")
    if any(party.get(name) != value for name, value in allowed.items()):
        raise TokenRefused("may_act names another party")


def encoded_actor(actor: Actor) -> str:
    """Return the claim as it is stored; empty for nobody."""
    return msgspec.json.encode(actor).decode() if actor else ""


def decoded_actor(text: str) -> Actor:
    """Return the claim that `encoded_actor` stored."""
    return msgspec.json.decode(text, type=Actor) if text else {}


def _earlier_actors(claim: Any) -> list[Actor]:
    found: list[Actor] = []
    while claim is not None:
        if not isinstance(claim, dict) or len(found) >= MOST_ACTORS:
            raise TokenRefused("act is malformed or has too many actors")
        identity = {name: claim[name] for name in _IDENTIFYING if name in claim}
        if not identity.keys() & {"sub", "client_id"} or not all(_is_identifier(each) for each in identity.values()):
            raise TokenRefused("act is malformed")
        found.append(identity)
        claim = claim.get("act")
    return found


def _is_identifier(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_IDENTIFIER


def _nested(actors: list[Actor]) -> Actor:
    made: Actor = {}
    for each in reversed(actors):
        made = {**each, "act": made} if made else each
    return made
