"""The interface between protocols and sign-in.

A protocol calls `SignIn.begin` with a `SignInRequest`. Sign-in answers with pages until the user is known, and then
calls the `Completion` that the protocol registered under `SignInRequest.purpose`. If the user has a sufficient session,
it is called at once. The completion returns the answer: a redirect to the client, a consent page of the same flow, or
an error page.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import msgspec

from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.signin.pages import PageApplication
from hanse.plugins.contracts.adapters import ConsentRequest
from hanse.plugins.contracts.authentication_api import ApiAction, ApiState

# The value of a user's attribute: one string or several.
Value: TypeAlias = str | list[str]


class SignInRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The request of a protocol. It is stored in the flow, so it has plain values only."""

    # The name of the completion, and the data that it needs later, such as the validated authorization request.
    purpose: str
    body: bytes
    client_id: str = ""
    scopes: tuple[str, ...] = ()
    # Facts about the request, for selectors and tracked parameters.
    parameters: Mapping[str, tuple[str, ...]] = {}
    # OpenID Connect Core 1.0, section 3.1.2.1.
    force_authentication: bool = False
    passive: bool = False
    select_account: bool = False
    max_age: int | None = None
    login_hint: str = ""
    # The subject of `id_token_hint`: another user must not be signed in.
    expected_user_key: str = ""
    acr_values: tuple[str, ...] = ()
    ui_locales: tuple[str, ...] = ()
    authorization_details: str = ""
    # The extended properties of the client, for rules and mappings.
    client_properties: Mapping[str, tuple[str, ...]] = {}
    application: PageApplication = PageApplication()
    # The adapters that may sign users in if no policy decides; empty for all.
    adapters: tuple[str, ...] = ()
    # The ID of the SP connection that can override settings of adapters; empty for none.
    connection: str = ""
    # The key of the only source that signs the user in, without policies; empty for the usual sources.
    source: str = ""
    # Validated options of the request to that source, by the names that the source declares.
    source_options: Mapping[str, str] = {}
    # The virtual server ID for which that source must authenticate the user, empty for the server's own entity ID; None
    # for any.
    virtual_id: str | None = None
    # Set for this server's own applications for users, to which the application session policy applies.
    own_application: bool = False
    # The addresses to which the answer may redirect, such as the redirect URI. Pages name them in `form-action`.
    form_targets: tuple[str, ...] = ()
    # Set if the address of the request would be refused if it were loaded again: the first page is then shown at the
    # address of the flow, which can be reloaded.
    works_once: bool = False
    # Set if the client signs the user in itself, by the authentication API and without redirects.
    redirectless: bool = False
    # Set if such a client uses no cookies, and proves with a handle that a flow belongs to it.
    cookieless: bool = False
    # The origin of the page to which a redirectless flow belongs; empty for a flow of a program. None if the client
    # determines the origins that may use the flow.
    origin: str | None = None


class Origin(msgspec.Struct, frozen=True):
    """The origin of the attributes: `AUTHENTICATION_POLICY_CONTRACT` or `ADAPTER`, and its id."""

    type: str
    id: str


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """The result for a user who has signed in."""

    origin: Origin
    # The attributes of the policy contract, or of the adapter if no policy applied.
    attributes: Mapping[str, Value]
    # The session identifier for tokens and logout (`sid`, `pi.sri`); empty without a session.
    session_id: str
    # Time of the user's last authentication in seconds since the epoch; 0 if it is not tracked.
    auth_time: float
    # False if only an existing session identified the user, so that nobody authenticated within this flow.
    was_present: bool = False
    acr: str = ""
    amr: tuple[str, ...] = ()
    tracked_parameters: Mapping[str, Value] = {}
    # The adapters that authenticated the user, each with the username that it returned.
    usernames: Mapping[str, str] = {}
    # The user key of the SSO session, which is compared with `expected_user_key`.
    user_key: str = ""
    # The ID of the user in a local identity profile; empty for other users.
    local_user: str = ""
    # The virtual server ID for which the partner of an IdP connection has authenticated the user; empty for the entity
    # ID of the server, and if the attributes are those of another source.
    virtual_id: str = ""
    # The ID of the session of this server's own applications; empty for other applications.
    application_session: str = ""


class SignInFailed(msgspec.Struct, frozen=True, kw_only=True):
    """Nobody has signed in. `code` is an OAuth error code, such as `login_required` or `access_denied`.

    `handle_locally` is set if the policy shows users an error page here instead of redirecting to the client.
    `provider_message` is the error message of the provider that the user was last sent to, if it is passed on.
    """

    code: str
    description: str
    handle_locally: bool = False
    provider_message: str = ""


SignInResult: TypeAlias = SignedIn | SignInFailed


class FlowHandle(Protocol):
    """The flow in which a completion runs."""

    @property
    def id(self) -> str:
        """Return the identifier, which is part of the address of the flow's pages."""
        ...

    @property
    def resume_url(self) -> str:
        """Return the address to which the flow's forms are sent."""
        ...

    @property
    def form_token(self) -> str:
        """Return the value of the hidden field `flow_token`, which every form of the flow must contain (CSRF)."""
        ...

    def page(self, request: Request, template: str, values: Mapping[str, Any]) -> Answer:
        """Render a page of the flow, in the user's language and with the application's name, for `show`.

        Templates import `forms.html`, whose macro `opened` begins a form with its address and token.
        """
        ...

    @property
    def is_api_call(self) -> bool:
        """Return whether an application shows the states of the flow, so that the user sees no page of this server."""
        ...

    async def form(self, request: Request) -> Parameters:
        """Return the form of the current page, or the input of an application's action as that form."""
        ...

    async def show(
        self, request: Request, stage: str, state: Mapping[str, Any], page: Answer, shown: ApiState | None = None
    ) -> Answer:
        """Wait for the user at a stage of the completion, such as `consent`, and return the page.

        An application gets `shown` instead, whose actions are among those that were registered with the completion.
        The next form goes to the completion's `resume` with the stage and the state.
        """
        ...

    async def visit(self, request: Request, stage: str, state: Mapping[str, Any], address: str) -> Answer:
        """Lead the browser to an address that returns it to `resume_url` with a parameter, without a page for the user.

        The completion's `resume` then continues with the stage and the state.
        """
        ...

    async def finish(self, request: Request, answer: Answer) -> Answer:
        """End the flow and return the answer with the flow's cookie removed. Raises FlowEnded if it ended before."""
        ...


@dataclass(frozen=True)
class ConsentQuestion:
    """The consent adapter and its request.

    `stage` and `kept` are returned to the completion with the user's request.
    """

    adapter: str
    consent_request: ConsentRequest
    stage: str
    kept: Mapping[str, Any]


class FlowEnded(Exception):
    """Another request has ended the flow, for example after a double click."""


class Completion(Protocol):
    """The continuation of a protocol after the sign-in."""

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Return the answer; `body` is that of the `SignInRequest`."""
        ...

    async def resume(
        self, request: Request, flow: FlowHandle, body: bytes, result: SignedIn, stage: str, state: Mapping[str, Any]
    ) -> Answer:
        """Return the answer to a form that was shown by `FlowHandle.show`."""
        ...


# Reads the answer to a question that was asked before the sign-in. Returns the completed sign-in request, or the next
# question.
Preparation: TypeAlias = Callable[[Request, FlowHandle, SignInRequest], Awaitable[SignInRequest | Answer]]


class QuestionsBeforeSignIn(Protocol):
    """Starts flows of applications with a question before the sign-in."""

    async def begin_with_question(self, request: Request, wanted: SignInRequest, stage: str, shown: ApiState) -> Answer:
        """Start a flow in the redirectless mode with a question; its answer goes to the preparation."""
        ...


class SignIn(Protocol):
    """The sign-in service for protocols."""

    async def begin(self, request: Request, wanted: SignInRequest) -> Answer:
        """Start a flow, or complete at once with an existing session."""
        ...

    def register(
        self,
        purpose: str,
        completion: Completion,
        actions: Sequence[ApiAction] = (),
        preparation: Preparation | None = None,
    ) -> None:
        """Register a completion for a purpose, with the actions of its states for applications."""
        ...

    async def request_consent(
        self, request: Request, flow: FlowHandle, question: ConsentQuestion, state: Mapping[str, Any] | None
    ) -> Answer | Mapping[str, Value] | None:
        """Ask the user for consent through an adapter.

        Without `state` the adapter begins. Returns the page or the redirect to answer with, the final attributes of the
        adapter, or None if the user declined or the adapter failed. The next request of the user goes to the
        completion's `resume`, with the stage of the question and the state to continue with.
        """
        ...


class AnswerableSignIn(SignIn, Protocol):
    """The sign-in service for protocols whose sign-ins can begin with an answer of another server."""

    async def begin_with_answer(
        self, request: Request, wanted: SignInRequest, state: Mapping[str, Any], parameters: Mapping[str, str]
    ) -> Answer:
        """Start a flow with an answer of the request's source that nobody has requested.

        The source continues with the state, and with the parameters of the answer as its form.
        """
        ...
