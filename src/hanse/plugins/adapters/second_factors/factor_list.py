"""The page with the registered second factors of a user, after a fresh proof of one of them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from hanse.plugins.adapters.second_factors.recovery_codes import recovery_codes
from hanse.plugins.contracts.adapters import AdapterRequest, ShowPage
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor

LIST_PAGE: Final = "list"
LIST_TEMPLATE: Final = "second.factors.template.html"
# The buttons of the page; the value of `REMOVE` is the id of a second factor.
ADD, REMOVE, NEW_CODES = "pf.add", "pf.remove", "pf.newCodes"


def list_page(
    factors: Sequence[SecondFactor],
    kind: FactorKind,
    state: Mapping[str, Any],
    *,
    has_recovery_codes: bool = False,
    message: str = "",
) -> ShowPage:
    """Return the page. `state` has the proof of the user, and is kept for the next form."""
    own = [each for each in factors if each.kind is kind]
    values = {
        "kind": kind.value.lower(),
        "factors": [
            {"id": each.id, "name": each.name, "created": _day(each.created), "used": _day(each.used)} for each in own
        ],
        # The last one cannot be removed: the user could not sign in any more, or anybody with the password could.
        "can_remove": len(own) > 1,
        "has_recovery_codes": has_recovery_codes,
        "recovery_codes_left": len(recovery_codes(factors)),
        "message": message,
    }
    return ShowPage(template=LIST_TEMPLATE, values=values, state={**state, "page": LIST_PAGE})


def remove_factor(request: AdapterRequest, factors: Sequence[SecondFactor], kind: FactorKind, factor_id: str) -> bool:
    """Remove one of several second factors of a user. Returns False if it is the last one or somebody else's."""
    own = [each for each in factors if each.kind is kind]
    found = next((each for each in own if each.id == factor_id), None)
    return found is not None and len(own) > 1 and request.services.second_factors.remove(found)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat() if seconds else ""
