"""The authorization endpoint: checks a request and starts the sign-in."""

from collections.abc import Sequence

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import InvalidRequest
from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.checks.client import find_client
from hanse.engine.oauth.authorize.client_answers import ClientAnswers
from hanse.engine.oauth.authorize.client_identification import identify
from hanse.engine.oauth.authorize.completion import PURPOSE, AuthorizationCompletion
from hanse.engine.oauth.authorize.failure_answer import failure_answer
from hanse.engine.oauth.authorize.granted_responses import GrantedResponses
from hanse.engine.oauth.authorize.model import AuthorizationRequest, AuthorizationRequestDraft, Prompt
from hanse.engine.oauth.authorize.redirectless_mode import is_redirectless, readable_by_application
from hanse.engine.oauth.authorize.signed_responses import SignedResponses
from hanse.engine.oauth.authorize.steps import check_request
from hanse.engine.oauth.authorize.submitted_requests import SubmittedRequests
from hanse.engine.oauth.consent.consent_state import CONSENT_ACTIONS
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.grant_mapping import adapters_with_grants
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.page_application import page_application
from hanse.engine.oauth.paths import AUTHORIZATION_PATH
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignIn, SignInRequest
from hanse.engine.signin.endpoints import PageErrors


class AuthorizationEndpoint:
    """Answers authorization requests (RFC 6749, section 3.1)."""

    def __init__(
        self, answers: ClientAnswers, sign_in: SignIn, submitted: SubmittedRequests, hints: IdTokenHints
    ) -> None:
        self._answers = answers
        self._sign_in = sign_in
        self._submitted = submitted
        self._hints = hints

    async def __call__(self, request: Request) -> Answer:
        """Answer one request, sent by GET or by POST (OpenID Connect Core 1.0, section 3.1.2.1)."""
        parameters = Parameters([])
        wanted: AuthorizationRequest | None = None
        try:
            parameters = await _parameters(request)
            client = find_client(request.snapshot, parameters)
            submitted = await self._submitted.read(request, client, parameters)
            draft = identify(request, client, submitted, self._hints)
            wanted = draft.wanted
            check_request(draft)
            answer = await self._sign_in.begin(request, sign_in_request(draft))
        except Exception as error:  # noqa: BLE001 - unexpected errors are logged where they are answered.
            if wanted is None and is_redirectless(parameters):
                return readable_by_application(request, render_oauth_error(request, error))
            answer = await failure_answer(self._answers, request, error, wanted)
        is_json = wanted is not None and wanted.is_redirectless
        return readable_by_application(request, answer) if is_json else answer


async def _parameters(request: Request) -> Parameters:
    if request.method != "POST":
        return request.query
    if request.scope["query_string"]:
        # Parameters in both places could name different clients.
        raise InvalidRequest("A request by POST must have its parameters in the body.")
    return await request.form()


def sign_in_request(draft: AuthorizationRequestDraft) -> SignInRequest:
    """Return the sign-in request for a checked authorization request."""
    wanted, client = draft.wanted, draft.client
    return SignInRequest(
        purpose=PURPOSE,
        body=wanted.encode(),
        client_id=client.id,
        scopes=wanted.scopes,
        parameters={name: draft.parameters.all(name) for name in draft.parameters},
        force_authentication=Prompt.LOGIN in wanted.prompt or wanted.max_age == 0,
        passive=wanted.is_passive,
        select_account=Prompt.SELECT_ACCOUNT in wanted.prompt,
        max_age=wanted.max_age,
        login_hint=wanted.login_hint,
        acr_values=wanted.acr_values,
        ui_locales=wanted.ui_locales,
        authorization_details=wanted.authorization_details,
        client_properties={name: each.values for name, each in client.essentials.extended_parameters.items()},
        application=page_application(client),
        adapters=adapters_with_grants(draft.request.snapshot, draft.parameters.all("pfidpadapterid")),
        form_targets=(wanted.redirect_uri,),
        works_once=draft.submitted.works_once,
        redirectless=wanted.is_redirectless,
        cookieless=wanted.is_redirectless and client.settings.enable_cookieless_authentication_api,
    )


def authorization_endpoints(
    services: Services,
    sign_in: SignIn,
    fulfillment: AttributeFulfillment,
    responses: GrantedResponses,
    encryption: JwtEncryption,
    submitted: SubmittedRequests,
    hints: IdTokenHints,
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoint, and register its completion, which continues after the sign-in."""
    answers = ClientAnswers(services.pages, SignedResponses(encryption, services.clock))
    completion = AuthorizationCompletion(services, fulfillment, responses, answers, sign_in)
    sign_in.register(PURPOSE, completion, CONSENT_ACTIONS)
    handler = AuthorizationEndpoint(answers, sign_in, submitted, hints)
    return (
        ProtocolEndpoint(
            AUTHORIZATION_PATH,
            Access.BROWSER,
            {"GET": handler, "POST": handler},
            PageErrors(services.pages),
            title="Authorization endpoint",
            description="Endpoint at which users sign in and give consent (RFC 6749, section 3.1).",
        ),
    )
