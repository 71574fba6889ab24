"""Finds the redirect URI of an authorization request whose client is known.

Until both are known, nothing is redirected: an error is shown to the user (RFC 6749, section 4.1.2.1).
"""

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.checks.redirect_uri import find_redirect_uri
from hanse.engine.oauth.authorize.model import AuthorizationRequest, AuthorizationRequestDraft, SubmittedRequest
from hanse.engine.oauth.authorize.redirect_uris import Match
from hanse.engine.oauth.authorize.redirectless_mode import may_omit_redirect_uri
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.snapshot.clients import RegisteredClient


def identify(
    request: Request, client: RegisteredClient, submitted: SubmittedRequest, hints: IdTokenHints
) -> AuthorizationRequestDraft:
    """Return a draft of the request. Raises InvalidRequest, which must be shown and not redirected."""
    if may_omit_redirect_uri(client, submitted.parameters):
        found = Match("")
    else:
        found = find_redirect_uri(client, submitted.parameters)
    wanted = AuthorizationRequest(
        client_id=client.id,
        redirect_uri=found.uri,
        sent_redirect_uri=submitted.parameters.one("redirect_uri") or "",
        issuer=request.issuer.identifier,
        pushed_reference=submitted.pushed_reference,
    )
    return AuthorizationRequestDraft(request, submitted, client, wanted, hints)
