"""The JSON of a flow's state."""

from collections.abc import Iterable
from typing import Any, Final

from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.http.request import Request
from hanse.engine.signin.api.stored_states import RESUME, StoredApiState
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.flows.active_flow import ActiveFlow
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API
from hanse.plugins.contracts.authentication_api import ApiAction

FLOW_PATH: Final = "/pf-ws/authn/flows/{flow}"
# The member that cookieless clients return in the header field `X-Pf-Authn-Api-State`.
HANDLE: Final = "_pf_authn_api_state"


def state_answer(
    request: Request, pages: PageRenderer, flow: ActiveFlow, state: StoredApiState, actions: Iterable[ApiAction]
) -> Answer:
    """Return the state of a flow, with the addresses of its available actions."""
    wanted, configuration = flow.loaded.state.wanted, request.snapshot.part(AUTHENTICATION_API)
    address = flow.address(FLOW_PATH)
    content: dict[str, Any] = {"id": flow.id, "status": state.status}
    if state.plugin_type:
        content["pluginTypeId"] = state.plugin_type
    content.update(state.public_values())
    if state.message:
        locale = pages.locale(request, wanted.ui_locales)
        content["userMessage"] = pages.text(locale, state.message, **state.message_values)
    if state.status == RESUME:
        content["resumeUrl"] = flow.absolute_url
    if configuration.includes_context:
        content["requestContext"] = _context(wanted)
    content["_links"] = {name: {"href": address} for name in ("self", *state.actions)}
    if configuration.describes_actions:
        content["_actions"] = {
            each.name: {"description": each.description, "schema": each.schema()} for each in actions
        }
    if wanted.cookieless:
        content[HANDLE] = flow.loaded.handle
    return json_answer(content)


def _context(wanted: SignInRequest) -> dict[str, Any]:
    """Return the facts about the request that an application may show to users."""
    return {
        "clientId": wanted.client_id,
        "clientName": wanted.application.name,
        "scopes": list(wanted.scopes),
        "acrValues": list(wanted.acr_values),
        "uiLocales": list(wanted.ui_locales),
    }
