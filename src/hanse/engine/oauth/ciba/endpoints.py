"""The endpoints of backchannel authentication: one for clients, and one for the links in messages to users."""

from collections.abc import Sequence
from dataclasses import dataclass

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.credentials import PasswordChecks
from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import Prompt
from hanse.engine.oauth.ciba.approval import PURPOSE, BackchannelApproval, expired_page
from hanse.engine.oauth.ciba.backchannel_endpoint import LINK, BackchannelAuthenticationEndpoint
from hanse.engine.oauth.ciba.stored_requests import StoredBackchannelRequests
from hanse.engine.oauth.contracts import ClientAuthenticator, IdTokenHints
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.grant_mapping import adapters_with_grants
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.page_application import page_application
from hanse.engine.oauth.paths import BACKCHANNEL_APPROVAL_PATH, BACKCHANNEL_PATH
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignIn, SignInRequest
from hanse.engine.signin.endpoints import PageErrors
from hanse.resources.applications.clients.choices import DeliveryMode


@dataclass(frozen=True)
class BackchannelApprovalEndpoint:
    """Starts the sign-in of a user who follows a link."""

    services: Services
    sign_in: SignIn
    stored: StoredBackchannelRequests

    async def __call__(self, request: Request) -> Answer:
        """Answer a link. Following it decides nothing, as programs that scan messages follow links, too."""
        link = request.query.one(LINK) or ""
        found = await self.stored.find(request, link)
        if found is None:
            return expired_page(self.services, request)
        client, wanted = found.client, found.content.wanted
        is_other_user = request.query.one("prompt") == Prompt.SELECT_ACCOUNT
        return await self.sign_in.begin(
            request,
            SignInRequest(
                purpose=PURPOSE,
                body=link.encode(),
                client_id=client.id,
                scopes=wanted.scopes,
                force_authentication=is_other_user,
                select_account=is_other_user,
                login_hint=wanted.login_hint,
                acr_values=wanted.acr_values,
                authorization_details=wanted.authorization_details,
                client_properties={n: each.values for n, each in client.essentials.extended_parameters.items()},
                application=page_application(client),
                adapters=adapters_with_grants(request.snapshot, ()),
            ),
        )


def backchannel_endpoints(
    services: Services,
    sign_in: SignIn,
    fulfillment: AttributeFulfillment,
    authenticator: ClientAuthenticator,
    proofs: DpopProofs,
    keys: ClientKeys,
    hints: IdTokenHints,
    credentials: PasswordChecks,
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints, and register the approval, which continues after the sign-in."""
    stored = StoredBackchannelRequests(services)
    sign_in.register(PURPOSE, BackchannelApproval(services, fulfillment, sign_in, stored))
    of_clients = BackchannelAuthenticationEndpoint(
        services, authenticator, proofs, keys, hints, fulfillment, credentials
    )
    of_users = BackchannelApprovalEndpoint(services, sign_in, stored)
    return (
        ProtocolEndpoint(
            BACKCHANNEL_PATH,
            Access.CLIENT,
            {"POST": of_clients},
            render_oauth_error,
            Origins.NONE,
            title="Backchannel authentication endpoint",
            description="Clients request that a user whom they name signs in and approves on another device "
            "(OpenID Connect CIBA Core, section 7).",
            metadata={
                "backchannel_token_delivery_modes_supported": tuple(each.value.lower() for each in DeliveryMode),
                "backchannel_authentication_request_signing_alg_values_supported": ALGORITHMS,
            },
        ),
        ProtocolEndpoint(
            BACKCHANNEL_APPROVAL_PATH,
            Access.BROWSER,
            {"GET": of_users},
            PageErrors(services.pages),
            title="Backchannel approval endpoint",
            description="Page on which users approve or refuse requests that a client has started "
            "(OpenID Connect CIBA Core, section 8).",
        ),
    )
