"""The consent page, and the evaluation of its form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorization_details import DETAIL_TYPES, decoded_details
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.consent.access_lifetime import access_lifetime
from hanse.engine.oauth.consent.scope_texts import scope_text
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.scopes import OPENID, SCOPES
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.clients import RegisteredClient

TEMPLATE: Final = "oauth.approval.page.template.html"
# Field names that automated tests of existing approval pages use.
DECISION: Final = "pf.oauth.authz.consent"
ALLOW: Final = "allow"
DENY: Final = "deny"
SCOPE: Final = "scope"
DETAIL: Final = "authorization_detail"


@dataclass(frozen=True)
class ConsentApproval:
    """The user's approval. `authorization_details` is a JSON array, or empty."""

    scopes: tuple[str, ...]
    authorization_details: str


def consent_values(
    pages: PageRenderer,
    request: Request,
    client: RegisteredClient,
    wanted: AuthorizationRequest,
    context: GrantContext,
    shown: Mapping[str, str],
) -> Mapping[str, Any]:
    """Return the values of the page that asks for consent. `shown` are further ones."""
    known, locale = request.snapshot.part(SCOPES), pages.locale(request, wanted.ui_locales)
    scopes = [
        {
            "name": name,
            "description": scope_text(pages, locale, known, name),
            # A dynamic scope has one description for all its values, so users see the value as well.
            "value": name if known.is_dynamic(name) else "",
            "required": name == OPENID,
        }
        for name in wanted.scopes
    ]
    types = request.snapshot.part(DETAIL_TYPES)
    return {
        "user_code": "",
        "is_backchannel": "",
        "binding_message": "",
        **shown,
        "client_name": client.settings.name,
        "is_unreviewed": "true" if _is_unreviewed(client) else "",
        "user_name": context.user_name,
        "scopes": scopes,
        "default_scope": "" if wanted.scopes else known.default_description,
        "details": [types.description(each) for each in requested_details(wanted)],
        "lifetime": access_lifetime(pages, request, locale, client, wanted, context),
    }


def _is_unreviewed(client: RegisteredClient) -> bool:
    """Return whether a client registered itself without a statement of an issuer that the administrators trust.

    Anybody can choose its name, so users are warned (RFC 7591, section 5).
    """
    registration = client.settings.dynamic_registration
    return registration is not None and registration.software_statement_issuer is None


def read_approval(form: Parameters, wanted: AuthorizationRequest) -> ConsentApproval | None:
    """Return the user's approval; None if the user declined, or approved nothing of the request.

    Only requested items can be approved. `openid` is part of every approval: without it, the client would receive an
    answer of another protocol.
    """
    if form.one(DECISION) != ALLOW:
        return None
    checked = set(form.all(SCOPE))
    scopes = tuple(each for each in wanted.scopes if each in checked or each == OPENID)
    indexes = set(form.all(DETAIL))
    requested = requested_details(wanted)
    details = [each for index, each in enumerate(requested) if str(index) in indexes]
    if (wanted.scopes or requested) and not (scopes or details):
        return None
    return ConsentApproval(scopes, msgspec.json.encode(details).decode() if details else "")


def requested_details(wanted: AuthorizationRequest) -> list[Any]:
    """Return the authorization details of a request."""
    return decoded_details(wanted.authorization_details)
