"""The addresses in requests for a hand-over, which redirect validation has to allow."""

from collections.abc import Sequence
from typing import Final

import structlog

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.redirect_validation import RedirectUse, is_allowed, is_listed
from hanse.engine.snapshot.configuration_parts import REDIRECTS
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.federation.idp_connections.browser_sso.model import IdpBrowserSso
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTER_PARAMETER

LOG = structlog.stdlib.get_logger("hanse.handover")
# The names of the parameters, each with its shorter form.
SP_ADAPTER: Final = (SP_ADAPTER_PARAMETER, "SpAdapterId")
TARGET: Final = ("TargetResource", "TARGET")
ERROR_TARGET: Final = ("InErrorResource",)
FORCE, PASSIVE = "ForceAuthn", "IsPassive"
TRUE: Final = "true"


def first_value(parameters: Parameters, names: Sequence[str]) -> str:
    """Return the value of the first of the parameters that has one; empty if none has."""
    return next((value for name in names if (value := parameters.one(name))), "")


def allowed_address(snapshot: Snapshot, parameters: Parameters, names: Sequence[str], use: RedirectUse) -> str:
    """Return an address of a request; empty if it has none. Raises InvalidRequest if it is not allowed."""
    return checked_address(snapshot, first_value(parameters, names), names[0], use)


def allowed_target(snapshot: Snapshot, sso: IdpBrowserSso | None, address: str, parameter: str) -> str:
    """Return the page that users of a connection open, which can be empty. Raises InvalidRequest if it is not allowed.

    The connection allows pages in addition to those of redirect validation.
    """
    if sso is not None and is_listed(sso.url_whitelist_entries, address):
        return address
    return checked_address(snapshot, address, parameter, RedirectUse.SIGN_IN)


def checked_address(snapshot: Snapshot, address: str, parameter: str, use: RedirectUse) -> str:
    """Return an address, which can be empty. Raises InvalidRequest if it is not allowed."""
    if address and not is_allowed(snapshot.part(REDIRECTS), address, use):
        LOG.warning("address in a request is not allowed", parameter=parameter, address=address[:200])
        raise InvalidRequest(f"The address in {parameter} is not allowed.")
    return address
