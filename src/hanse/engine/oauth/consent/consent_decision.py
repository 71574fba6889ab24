"""The decision whether a user must consent before a client gets what it requests."""

from collections.abc import Sequence

import msgspec

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorization_details import DETAIL_TYPES, decoded_details
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.state.contracts import Consent, Grant
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.system.authorization_server.grants import NEVER

_DAY = 86_400


async def is_consent_needed(
    services: Services,
    request: Request,
    client: RegisteredClient,
    scopes: Sequence[str],
    context: GrantContext,
    *,
    redirect_uri: str,
    prompted: bool,
) -> bool:
    """Return whether the user must consent. `prompted` is set for `prompt=consent`, which always asks.

    `redirect_uri` is empty for requests without a browser redirect, such as those of devices.
    """
    if prompted:
        return True
    if client.settings.bypass_approval_page:
        return False
    if not _is_identity_assured(client, redirect_uri):
        return True
    settings = request.snapshot.part(AUTHORIZATION)
    now = services.clock.now().timestamp()
    if settings.bypass_authorization_for_approved_consents:
        consent = await services.state.consents.get(context.user_key, client.id, now)
        if consent is not None and _covers(request, consent.scopes, consent.details, scopes, context):
            return False
    if settings.bypass_authorization_for_approved_grants:
        for grant in await services.state.grants.find(context.user_key, client.id, now):
            if _covers(request, grant.scopes, details_of(grant), scopes, context):
                return False
    return True


def _is_identity_assured(client: RegisteredClient, redirect_uri: str) -> bool:
    """Return whether no other program can pretend to be the client.

    A public client is known by its https redirect URI only. Any program on the user's device can receive a response at
    a loopback address or a private-use scheme, so the user has to notice such requests (RFC 8252, section 8.6; RFC
    6749, section 10.2).
    """
    return client.essentials.client_auth.type is not AuthType.NONE or redirect_uri.startswith("https://")


async def remember_consent(
    services: Services, request: Request, client: RegisteredClient, scopes: Sequence[str], context: GrantContext
) -> None:
    """Store the user's consent in addition to earlier ones, if the settings use stored consents."""
    settings = request.snapshot.part(AUTHORIZATION)
    if not settings.bypass_authorization_for_approved_consents:
        return
    now = services.clock.now().timestamp()
    before = await services.state.consents.get(context.user_key, client.id, now)
    known, details = ((), "") if before is None else (before.scopes, before.details)
    days = settings.consent_lifetime_days
    await services.state.consents.put(
        Consent(
            user_key=context.user_key,
            client_id=client.id,
            scopes=tuple(dict.fromkeys((*known, *scopes))),
            details=_joined(details, context.authorization_details),
            given=now,
            expires=None if days == NEVER else now + days * _DAY,
        )
    )


def details_of(grant: Grant) -> str:
    """Return the authorization details of a grant, as a JSON array or an empty string."""
    return GrantContext.decode(grant.body).authorization_details if grant.body else ""


def _covers(
    request: Request, scopes: Sequence[str], details: str, requested: Sequence[str], context: GrantContext
) -> bool:
    within = {*scopes, *request.snapshot.part(SCOPES).expand(scopes)}
    if not set(requested) <= within:
        return False
    return request.snapshot.part(DETAIL_TYPES).covers(
        decoded_details(details), decoded_details(context.authorization_details)
    )


def _joined(before: str, given: str) -> str:
    unique = {
        msgspec.json.encode(each, order="deterministic"): each
        for each in (*decoded_details(before), *decoded_details(given))
    }
    return msgspec.json.encode(list(unique.values())).decode() if unique else ""
