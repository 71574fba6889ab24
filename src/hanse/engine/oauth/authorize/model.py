"""An authorization request while it is checked and while the user signs in."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

# Everything that a client sends is returned or stored for minutes, so each value has a maximum length.
MOST_VALUE_LENGTH: Final = 8_192


class ResponseMode(StrEnum):
    """Form of the answer to the client (OAuth 2.0 Multiple Response Types, 2.1; Form Post Response Mode)."""

    QUERY = "query"
    FRAGMENT = "fragment"
    FORM_POST = "form_post"
    # JSON, for clients that sign users in with the authentication API and without redirects.
    PI_FLOW = "pi.flow"


# The modes of answers that a browser sends to the client.
BROWSER_MODES: Final = (ResponseMode.QUERY, ResponseMode.FRAGMENT, ResponseMode.FORM_POST)
# The mode, and the suffix of modes, whose answer is a signed JWT (JARM, section 2.3).
JWT_MODE: Final = "jwt"


class Prompt(StrEnum):
    """Required interaction with the user (OpenID Connect Core 1.0, section 3.1.2.1)."""

    NONE = "none"
    LOGIN = "login"
    CONSENT = "consent"
    SELECT_ACCOUNT = "select_account"


class AuthorizationRequest(msgspec.Struct, kw_only=True):
    """A request of a known client with a redirect URI of that client, to which answers may be sent.

    Each step fills in the values that it has checked; after the steps the request does not change any more.
    """

    client_id: str
    # The target of answers, and the value in the request: the token request must repeat it (RFC 6749, section 4.1.3).
    redirect_uri: str
    sent_redirect_uri: str
    issuer: str
    response_type: str = ""
    response_mode: ResponseMode = ResponseMode.QUERY
    # True if the answer is a signed JWT (JARM).
    is_jwt_response: bool = False
    state: str = ""
    # Without scopes that are not granted, such as `offline_access` without `prompt=consent`.
    scopes: tuple[str, ...] = ()
    code_challenge: str = ""
    code_challenge_method: str = ""
    # The thumbprint of the key that must redeem the code (RFC 9449, section 10); empty for any.
    dpop_key: str = ""
    nonce: str = ""
    prompt: frozenset[Prompt] = frozenset()
    max_age: int | None = None
    login_hint: str = ""
    # The subject of `id_token_hint`.
    expected_subject: str = ""
    acr_values: tuple[str, ...] = ()
    ui_locales: tuple[str, ...] = ()
    claims: str = ""
    resources: tuple[str, ...] = ()
    manager_id: str = ""
    # A JSON array of the details, each enriched by the processor of its type.
    authorization_details: str = ""
    # The digest of the reference to a pushed request, which is usable until the request is answered.
    pushed_reference: bytes = b""

    @property
    def is_openid(self) -> bool:
        """Return whether the request is one of OpenID Connect (Core 1.0, section 3.1.2.1)."""
        return "openid" in self.scopes

    @property
    def is_redirectless(self) -> bool:
        """Return whether the client gets the answer as JSON, and signs the user in itself."""
        return self.response_mode is ResponseMode.PI_FLOW

    @property
    def is_passive(self) -> bool:
        """Return whether no page may be shown."""
        return Prompt.NONE in self.prompt

    def encode(self) -> bytes:
        """Return the request in the form that the flow stores."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, body: bytes) -> "AuthorizationRequest":
        """Return the request that a flow has stored."""
        return msgspec.json.decode(body, type=AuthorizationRequest)


@dataclass(frozen=True)
class SubmittedRequest:
    """The parameters of an authorization request, and how they were submitted.

    `pushed` means by the PAR endpoint (RFC 9126), `signed` in a request object with a valid signature (RFC 9101).
    `works_once` means that the same address would be refused if it were loaded again, at once or a minute later.
    `pushed_reference` is the digest of the reference to a pushed request.
    """

    parameters: Parameters
    pushed: bool = False
    signed: bool = False
    works_once: bool = False
    pushed_reference: bytes = b""


@dataclass(frozen=True)
class AuthorizationRequestDraft:
    """The input of a step: the request, what the client submitted, and the results so far."""

    request: Request
    submitted: SubmittedRequest
    client: RegisteredClient
    wanted: AuthorizationRequest
    hints: IdTokenHints

    @property
    def parameters(self) -> Parameters:
        """Return the parameters of the authorization request."""
        return self.submitted.parameters

    @property
    def settings(self) -> AuthorizationServerSettings:
        """Return the settings of the authorization server."""
        return self.request.snapshot.part(AUTHORIZATION)
