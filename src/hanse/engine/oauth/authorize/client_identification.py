"""Identifies the client of an authorization request and its redirect URI.

Until both are known for certain, nothing is redirected: an error is shown to the user (RFC 6749, section 4.1.2.1).
"""

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.checks.client import find_client
from hanse.engine.oauth.authorize.checks.redirect_uri import find_redirect_uri
from hanse.engine.oauth.authorize.model import AuthorizationRequest, AuthorizationRequestDraft
from hanse.engine.oauth.contracts import IdTokenHints


def identify(request: Request, parameters: Parameters, hints: IdTokenHints) -> AuthorizationRequestDraft:
    """Return a draft of the request. Raises InvalidRequest, which must be shown and not redirected."""
    client = find_client(request.snapshot, parameters)
    found = find_redirect_uri(client, parameters)
    wanted = AuthorizationRequest(
        client_id=client.id,
        redirect_uri=found.uri,
        sent_redirect_uri=parameters.one("redirect_uri") or "",
        issuer=request.issuer.identifier,
    )
    return AuthorizationRequestDraft(request, parameters, client, wanted, hints)
