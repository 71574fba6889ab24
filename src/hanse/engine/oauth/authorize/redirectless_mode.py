"""The redirectless mode: a client signs the user in with the authentication API and gets the answer as JSON.

The client receives the user's password, so it must be trusted like this server's own pages. Therefore the mode has to
be allowed for each client. In a browser it is also bound to the origins of authentication applications.
"""

from hanse.engine.errors import UnauthorizedClient
from hanse.engine.http.answers import Answer
from hanse.engine.http.origins import application_headers
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import ResponseMode
from hanse.engine.signin.api.callers import origin_of
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API
from hanse.engine.snapshot.clients import RegisteredClient


def is_redirectless(parameters: Parameters) -> bool:
    """Return whether a request asks for the redirectless mode."""
    return ResponseMode.PI_FLOW in parameters.all("response_mode")


def may_omit_redirect_uri(client: RegisteredClient, parameters: Parameters) -> bool:
    """Return whether a request needs no redirect URI, because nothing is redirected."""
    return (
        client.settings.allow_authentication_api_init
        and is_redirectless(parameters)
        and parameters.one("redirect_uri") is None
    )


def check_redirectless_mode(request: Request, client: RegisteredClient) -> None:
    """Raise UnauthorizedClient if a request may not use the mode."""
    configuration = request.snapshot.part(AUTHENTICATION_API)
    if not configuration.is_enabled or not client.settings.allow_authentication_api_init:
        raise UnauthorizedClient("The client may not use the response mode pi.flow.")
    origin = origin_of(request)
    if origin is not None and not configuration.may_be_redirectless(client.id, origin):
        raise UnauthorizedClient("Pages of this origin may not use the response mode pi.flow with this client.")


def readable_by_application(request: Request, answer: Answer) -> Answer:
    """Return an answer that a page of an authentication application can read."""
    return answer.with_headers(*application_headers(request.scope, request.snapshot))
