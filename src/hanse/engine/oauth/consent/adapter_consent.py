"""Consent through an adapter: the request to it, and the approval in its result.

The adapter is trusted only to ask the user: it cannot approve what was not requested.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.errors import ServerError
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorization_details import DETAIL_TYPES
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.consent.consent_page import ConsentApproval, requested_details
from hanse.engine.oauth.consent.scope_texts import scope_text
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.scopes import OPENID, SCOPES
from hanse.engine.signin.contracts import ConsentQuestion, Value
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.plugins.contracts.adapters import ConsentRequest
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings, ConsentPage

LOG = structlog.stdlib.get_logger("hanse.oauth")
STAGE: Final = "consent-adapter"


def needs_adapter_consent(request: Request) -> bool:
    """Return whether an adapter obtains consent according to the settings."""
    return request.snapshot.part(AUTHORIZATION).user_authorization_consent_page_setting is ConsentPage.ADAPTER


def consent_question(
    pages: PageRenderer, request: Request, wanted: AuthorizationRequest, context: GrantContext, kept: Mapping[str, Any]
) -> ConsentQuestion:
    """Return the request to the adapter. Raises ServerError if none is configured."""
    adapter = request.snapshot.part(AUTHORIZATION).user_authorization_consent_adapter
    if not adapter:
        LOG.error("no consent adapter is configured")
        raise ServerError("The authorization server is not configured for consent.")
    known, locale = request.snapshot.part(SCOPES), pages.locale(request, wanted.ui_locales)
    consent_request = ConsentRequest(
        user_key=context.user_key,
        user_name=context.user_name,
        scopes={each: scope_text(pages, locale, known, each) for each in wanted.scopes},
        authorization_details=requested_details(wanted),
    )
    return ConsentQuestion(adapter, consent_request, STAGE, kept)


def read_adapter_approval(
    request: Request, wanted: AuthorizationRequest, attributes: Mapping[str, Value]
) -> ConsentApproval | None:
    """Return the adapter's approval of a request; None if it approves nothing.

    Only the attribute that the settings name is read. `openid` is part of every approval, as on the page.
    """
    settings = request.snapshot.part(AUTHORIZATION)
    approved = _approved_scopes(settings, wanted, attributes)
    details = _approved_details(request, settings, wanted, attributes)
    if (wanted.scopes or requested_details(wanted)) and not (approved or details):
        return None
    scopes = tuple(each for each in wanted.scopes if each in approved or each == OPENID)
    return ConsentApproval(scopes, msgspec.json.encode(details).decode() if details else "")


def _approved_scopes(
    settings: AuthorizationServerSettings, wanted: AuthorizationRequest, attributes: Mapping[str, Value]
) -> frozenset[str]:
    given = frozenset(
        scope for text in _values(attributes, settings.approved_scopes_attribute) for scope in text.split()
    )
    if more := given - set(wanted.scopes):
        LOG.warning("consent adapter approved scopes that were not requested", scopes=sorted(more)[:20])
    return given & set(wanted.scopes)


def _approved_details(
    request: Request,
    settings: AuthorizationServerSettings,
    wanted: AuthorizationRequest,
    attributes: Mapping[str, Value],
) -> list[Any]:
    types, requested = request.snapshot.part(DETAIL_TYPES), requested_details(wanted)
    approved: list[Any] = []
    for text in _values(attributes, settings.approved_authorization_detail_attribute):
        for detail in _decoded(text):
            if types.covers(requested, [detail]):
                approved.append(detail)
            else:
                LOG.warning("consent adapter approved an authorization detail that was not requested")
    return approved


def _decoded(text: str) -> Sequence[Any]:
    """Return the JSON objects in a text: one, or an array of them."""
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:
        LOG.warning("consent adapter returned an authorization detail that is not JSON")
        return ()
    return [each for each in (found if isinstance(found, list) else [found]) if isinstance(each, dict)]


def _values(attributes: Mapping[str, Value], name: str | None) -> Sequence[str]:
    value = attributes.get(name, "") if name else ""
    return [value] if isinstance(value, str) and value else list(value)
