"""Authorization requests for tests of single validation steps, with a snapshot for them."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS, Manager, Managers
from hanse.engine.oauth.authorization_details import DETAIL_TYPES, DetailTypes
from hanse.engine.oauth.authorize.checks.client import find_client
from hanse.engine.oauth.authorize.client_identification import identify
from hanse.engine.oauth.authorize.model import AuthorizationRequest, AuthorizationRequestDraft, SubmittedRequest
from hanse.engine.oauth.authorize.steps import check_request
from hanse.engine.oauth.contracts import IdTokenHint
from hanse.engine.oauth.scopes import SCOPES, ConfiguredExclusiveScope, ConfiguredScope, Scopes
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.applications.access_tokens.model import SessionValidationSettings
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.oauth.site import CALLBACK, CHALLENGE
from tests.engine.signin.calls import call
from tests.support.clients import client
from tests.support.configurations import as_model

USUAL = {
    "client_id": "web",
    "redirect_uri": CALLBACK,
    "response_type": "code",
    "scope": "openid email",
    "state": "s-1",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}


JWT = Manager(
    id="jwt",
    plugin=None,
    attributes=(),
    multi_valued=frozenset(),
    subject_attribute="",
    resource_uris=("https://api.example.com",),
    clients=None,
    session=SessionValidationSettings(),
    mappings={},
)


class KnownHints:
    """Accepts one ID token as a hint."""

    def check(self, _request: Request, hint: str, client_id: str = "") -> IdTokenHint | None:
        return IdTokenHint(client_id=client_id, subject="joe", session_id="", expired=True) if hint == "good" else None


@dataclass
class RequestContext:
    """A configuration, and authorization requests that are checked with it."""

    client: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    # Fields of `SubmittedRequest` that say how the request was sent.
    submitted: dict[str, Any] = field(default_factory=dict)

    def snapshot(self) -> Snapshot:
        web = RegisteredClient.of(as_model(OAUTH_CLIENTS, client("web", **self.client)))
        names = {
            "email": ConfiguredScope("email", "Your e-mail"),
            "audit": ConfiguredExclusiveScope("audit", "Everything"),
        }
        return Snapshot(
            parts={
                CLIENTS.name: {"web": web},
                AUTHORIZATION.name: as_model(SETTINGS, self.settings),
                SCOPES.name: Scopes(names, (), ""),
                TOKEN_MANAGERS.name: Managers({"jwt": JWT}, "jwt", (("https://api.example.com", JWT),)),
                DETAIL_TYPES.name: DetailTypes({}),
            }
        )

    def draft(self, query: str = "", **changed: Any) -> AuthorizationRequestDraft:
        """Return the draft of a valid request with changed parameters: None omits a parameter, a list repeats it."""
        fields = {name: value for name, value in {**USUAL, **changed}.items() if value is not None}
        encoded = query or urlencode(fields, doseq=True)
        parameters = Parameters.parse(encoded.encode())
        request = call(snapshot=self.snapshot())
        client = find_client(request.snapshot, parameters)
        return identify(request, client, SubmittedRequest(parameters, **self.submitted), KnownHints())

    def checked(self, **changed: Any) -> AuthorizationRequest:
        """Return the request after all validation steps."""
        draft = self.draft(**changed)
        check_request(draft)
        return draft.wanted
