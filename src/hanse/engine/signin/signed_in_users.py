"""The facts about a user who has passed the steps of a policy, for the protocol that has asked for the sign-in."""

from collections.abc import Sequence

from hanse.engine.signin.contracts import Origin, SignedIn
from hanse.engine.signin.policies.outcomes import Authenticated
from hanse.engine.signin.policies.position import PassedAdapter, PolicyPosition
from hanse.engine.signin.sessions.stored_session import local_user_of
from hanse.engine.snapshot.authentication_sources import base_key, mapping_source


def proofs_of(passed: Sequence[PassedAdapter]) -> Sequence[PassedAdapter]:
    """Return the adapters that authenticated the user; all of them if users only entered a name."""
    return [each for each in passed if each.proves] or passed


def signed_in(
    outcome: Authenticated, position: PolicyPosition, proofs: Sequence[PassedAdapter], session_id: str
) -> SignedIn:
    """Return the result of a sign-in. `proofs` are the adapters that authenticated the user."""
    return SignedIn(
        origin=outcome.origin,
        attributes=outcome.attributes,
        session_id=session_id,
        auth_time=min((each.auth_time for each in proofs if each.tracks_time), default=0.0),
        was_present=any(not each.from_session for each in proofs),
        acr=position.acr(proofs[-1].acr),
        amr=tuple(dict.fromkeys(method for each in proofs for method in each.amr)),
        tracked_parameters=position.tracked,
        usernames={
            base_key(each.adapter): name for each in proofs if isinstance(name := each.attributes.get("username"), str)
        },
        user_key=proofs[-1].user_key,
        local_user=local_user_of(proofs),
        virtual_id=next((each.virtual_id for each in reversed(proofs) if _is_origin(each, outcome.origin)), ""),
    )


def _is_origin(passed: PassedAdapter, origin: Origin) -> bool:
    return mapping_source(passed.adapter) == (origin.type, origin.id)
