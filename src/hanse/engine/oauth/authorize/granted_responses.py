"""The answer to a granted authorization request: a code, an access token, an ID token, or several of these.

Tokens come from this endpoint only for clients with the grant type Implicit (RFC 6749, section 4.2; OpenID Connect Core
1.0, sections 3.2 and 3.3). RFC 9700, section 2.1.2, advises against it.
"""

from dataclasses import dataclass
from typing import Final

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.codes import issue_code
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import (
    AccessTokenIssuer,
    GrantContext,
    IdTokenIssuer,
    IdTokenRequest,
    IssuedToken,
    TokenRequest,
)
from hanse.engine.oauth.traced_tokens import trace_access_token
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.engine_figures import FigureKind
from hanse.resources.grants import GrantType

CODE: Final = "code"
TOKEN: Final = "token"  # noqa: S105 - a response type.
# The grant type of these access tokens (RFC 6749, section 4.2).
IMPLICIT: Final = "implicit"
ID_TOKEN: Final = "id_token"  # noqa: S105 - a response type.


@dataclass(frozen=True)
class GrantedResponses:
    """Issues what the response type of a request names."""

    services: Services
    access_tokens: AccessTokenIssuer
    id_tokens: IdTokenIssuer

    async def parameters(
        self, request: Request, client: RegisteredClient, wanted: AuthorizationRequest, context: GrantContext
    ) -> dict[str, str]:
        """Return the parameters of the response. Raises OAuthError."""
        types = wanted.response_type.split()
        sent: dict[str, str] = {}
        access_token = None
        if TOKEN in types:
            access_token = await self.access_tokens.issue(request, _token_request(client, wanted, context))
            self.services.counters.add(FigureKind.TOKEN, IMPLICIT)
            trace_access_token(request, context, access_token)
            sent |= self._about(access_token)
        code = await issue_code(self.services, request, client, wanted, context) if CODE in types else ""
        if code:
            sent[CODE] = code
        if ID_TOKEN in types:
            id_token_request = IdTokenRequest(
                client=client,
                scopes=wanted.scopes,
                context=context,
                access_token=access_token,
                code=code,
                state=wanted.state,
            )
            sent[ID_TOKEN] = await self.id_tokens.issue(request, id_token_request)
        return sent

    def _about(self, token: IssuedToken) -> dict[str, str]:
        """Return the parameters of an access token (RFC 6749, section 4.2.2)."""
        seconds = max(0, int(token.expires - self.services.clock.now().timestamp()))
        return {
            **{name: value for name, value in token.returned.items() if isinstance(value, str)},
            "access_token": token.text,
            "token_type": token.token_type,
            "expires_in": str(seconds),
            "scope": " ".join(token.scopes),
        }


def _token_request(client: RegisteredClient, wanted: AuthorizationRequest, context: GrantContext) -> TokenRequest:
    return TokenRequest(
        client=client,
        grant_type=GrantType.IMPLICIT.value,
        scopes=wanted.scopes,
        context=context,
        resources=context.resources,
        manager_id=context.manager_id,
    )
