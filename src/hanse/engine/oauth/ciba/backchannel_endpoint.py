"""The backchannel authentication endpoint (CIBA Core, section 7)."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.credentials import PasswordChecks
from hanse.engine.errors import (
    InvalidRequest,
    InvalidScope,
    UnauthorizedClient,
)
from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.checks.authorization_details import check_authorization_details
from hanse.engine.oauth.authorize.checks.repetition import check_repetition
from hanse.engine.oauth.authorize.checks.resource import check_resource
from hanse.engine.oauth.authorize.model import AuthorizationRequest, AuthorizationRequestDraft, SubmittedRequest
from hanse.engine.oauth.ciba.identity_hints import IdentityHintReader
from hanse.engine.oauth.ciba.request_limits import UserRequestLimit
from hanse.engine.oauth.ciba.request_parameters import BackchannelParameters, HintName, read_parameters
from hanse.engine.oauth.ciba.stored_requests import BackchannelRequest, StoredBackchannelRequests
from hanse.engine.oauth.ciba.submitted_requests import SubmittedBackchannelRequests
from hanse.engine.oauth.ciba.user_codes import UserCodeChecks
from hanse.engine.oauth.ciba.user_identification import IdentifiedUser, UserIdentification, request_policy
from hanse.engine.oauth.ciba.user_notification import UserNotification
from hanse.engine.oauth.contracts import ClientAuthenticator, IdTokenHints
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.paths import BACKCHANNEL_APPROVAL_PATH
from hanse.engine.oauth.scopes import OPENID, SCOPES
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.randomness import new_token
from hanse.plugins.contracts.out_of_band import ApprovalNotice
from hanse.resources.applications.ciba.model import RequestPolicy
from hanse.resources.applications.clients.choices import DeliveryMode
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The interval of clients that have none of their own (section 7.3).
DEFAULT_INTERVAL: Final = 5
# The parameter of the user's link.
LINK: Final = "request"


@dataclass(frozen=True)
class _Checked:
    """A request that is checked."""

    given: BackchannelParameters
    wanted: AuthorizationRequest
    policy: RequestPolicy
    user: IdentifiedUser


class BackchannelAuthenticationEndpoint:
    """Answers requests of clients, after their users were notified."""

    def __init__(
        self,
        services: Services,
        authenticator: ClientAuthenticator,
        proofs: DpopProofs,
        keys: ClientKeys,
        hints: IdTokenHints,
        fulfillment: AttributeFulfillment,
        credentials: PasswordChecks,
    ) -> None:
        self._services = services
        self._authenticator = authenticator
        self._proofs = proofs
        self._id_tokens = hints
        self._submitted = SubmittedBackchannelRequests(services, keys)
        self._hints = IdentityHintReader(services.clock, keys, hints)
        self._identification = UserIdentification(fulfillment)
        self._user_codes = UserCodeChecks(services, credentials)
        self._stored = StoredBackchannelRequests(services)
        self._limit = UserRequestLimit(services)
        self._notification = UserNotification(services)

    async def __call__(self, request: Request) -> Answer:
        """Answer one request (section 7.3). Raises OAuthError."""
        form = await request.form()
        client = await self._authenticator.authenticate(request, public_allowed=False)
        if GrantType.CIBA not in client.grant_types:
            raise UnauthorizedClient("The client may not use this grant type.")
        proven = await self._proofs.check(request)
        checked = await self._checked(request, client, await self._submitted.read(request, client, form))
        # After a DPoP proof, the request works only with the key of the proof (RFC 9449, section 10).
        checked.wanted.dpop_key = proven.thumbprint
        await self._limit.add(client.id, checked.user.user_key)
        auth_req_id, interval = new_token(self._services.randomness), _interval(client)
        seconds = _lifetime(checked)
        link = await self._stored.put(
            _content(client, checked, auth_req_id), auth_req_id, interval=interval, seconds=seconds
        )
        await self._notify(request, client, checked, link, auth_req_id, seconds)
        LOG.info("backchannel authentication requested", client=client.id, scopes=checked.wanted.scopes)
        content = {"auth_req_id": auth_req_id, "expires_in": seconds, "interval": interval}
        return json_answer(content).with_headers(*proven.headers)

    async def _checked(self, request: Request, client: RegisteredClient, parameters: Parameters) -> _Checked:
        policy, given = request_policy(request, client), read_parameters(parameters)
        is_ping = client.settings.ciba_delivery_mode is DeliveryMode.PING
        if is_ping and not given.notification_token:
            raise InvalidRequest("The parameter client_notification_token is required for this client.")
        wanted = self._wanted(request, client, parameters)
        wanted.acr_values = given.acr_values
        hint = await self._hints.read(request, client, policy, given)
        if given.hint is HintName.LOGIN_HINT:
            wanted.login_hint = given.hint_value
        user = await self._identification.identify(request, client, policy, wanted, hint)
        await self._user_codes.check(request, client, policy, user, given.user_code)
        return _Checked(given, wanted, policy, user)

    def _wanted(self, request: Request, client: RegisteredClient, parameters: Parameters) -> AuthorizationRequest:
        wanted = AuthorizationRequest(
            client_id=client.id, redirect_uri="", sent_redirect_uri="", issuer=request.issuer.identifier
        )
        draft = AuthorizationRequestDraft(request, SubmittedRequest(parameters), client, wanted, self._id_tokens)
        for check in (check_repetition, check_resource, check_authorization_details):
            check(draft)
        wanted.scopes = request.snapshot.part(SCOPES).resolve(client, parameters.required("scope"))
        if OPENID not in wanted.scopes:
            raise InvalidScope("The scope openid is required.")
        return wanted

    async def _notify(
        self,
        request: Request,
        client: RegisteredClient,
        checked: _Checked,
        link: str,
        auth_req_id: str,
        seconds: int,
    ) -> None:
        notice = ApprovalNotice(
            attributes=checked.user.attributes,
            link=f"{request.issuer.identifier}{BACKCHANNEL_APPROVAL_PATH}?{urlencode({LINK: link})}",
            application_name=client.settings.name,
            seconds=seconds,
        )
        try:
            await self._notification.notify(request.snapshot, checked.policy.authenticator_ref.id, notice)
        except Exception:
            # The client gets no identifier, so nobody could fetch what the user would approve.
            await self._stored.withdraw(auth_req_id)
            raise


def _lifetime(checked: _Checked) -> int:
    """Return the lifetime of a request in seconds. Clients can request a shorter one than that of the policy."""
    requested, longest = checked.given.requested_expiry, checked.policy.transaction_lifetime
    return longest if requested is None else min(requested, longest)


def _interval(client: RegisteredClient) -> int:
    own = client.settings.ciba_polling_interval
    # The interval is a positive number (section 7.3), while the API contract allows 0.
    return DEFAULT_INTERVAL if own is None else max(1, own)


def _content(client: RegisteredClient, checked: _Checked, auth_req_id: str) -> BackchannelRequest:
    is_ping = client.settings.ciba_delivery_mode is DeliveryMode.PING
    return BackchannelRequest(
        wanted=checked.wanted,
        user_key=checked.user.user_key,
        binding_message=checked.given.binding_message,
        auth_req_id=auth_req_id if is_ping else "",
        notification_token=checked.given.notification_token if is_ping else "",
    )
