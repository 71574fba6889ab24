"""The service's HTTP interface as a Starlette application.

Only the token exchange issues bearer tokens. A gateway can read the environments in which it has a role, and can manage
the credentials of gateways in those where it is Environment Admin, as in the platform's documentation.
"""

from http import HTTPStatus
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness
from tools.cloud.credentials import authenticate_access_token, issue_credential
from tools.cloud.errors import ErrorRenderer, PlatformError, TokenError, invalid_token, not_found
from tools.cloud.hal import collection_body, credential_body, environment_body, gateway_body
from tools.cloud.records import Gateway, Role
from tools.cloud.state import CloudState, TooManyCredentialsError
from tools.cloud.token_endpoint import TokenEndpoint

# The platform has the same limit.
_MAX_PAGE = 500


def create_app(state: CloudState, clock: Clock, randomness: Randomness) -> Starlette:
    """Return the service of one organization as an ASGI application."""
    api = _ManagementApi(state, clock, randomness)
    render = ErrorRenderer(randomness)
    gateway = "/v1/environments/{environment_id}/gateways/{gateway_id}"
    return Starlette(
        routes=[
            Route("/healthz", lambda _request: PlainTextResponse("OK")),
            Route("/{environment_id}/as/token", TokenEndpoint(state, clock).answer, methods=["POST"]),
            Route("/{environment_id}/as/jwks", lambda _request: JSONResponse(state.signing_key.jwks())),
            Route("/v1/environments", api.list_environments),
            Route("/v1/environments/{environment_id}", api.read_environment),
            Route(gateway, api.read_gateway),
            Route(gateway + "/credentials", api.list_credentials),
            Route(gateway + "/credentials", api.issue, methods=["POST"]),
            Route(gateway + "/credentials/{credential_id}", api.read_credential),
            Route(gateway + "/credentials/{credential_id}", api.revoke, methods=["DELETE"]),
        ],
        exception_handlers={PlatformError: render.platform, TokenError: render.token},
    )


class _ManagementApi:
    """The handlers below `/v1`. They are synchronous, so that Starlette runs them in its thread pool."""

    def __init__(self, state: CloudState, clock: Clock, randomness: Randomness) -> None:
        self._state = state
        self._clock = clock
        self._randomness = randomness

    def list_environments(self, request: Request) -> Response:
        """List the environments in which the caller has a role."""
        caller = self._caller(request)
        limit = _limit(request)
        after = request.query_params.get("cursor", "")
        # One more environment than requested is read to find out if there is a next page.
        found = self._state.visible_environments(caller.id, after=after, limit=limit + 1)
        page = found[:limit]
        root = _root(request)
        links = {"self": f"{root}/environments"}
        if len(found) > limit:
            links["next"] = f"{root}/environments?{urlencode({'cursor': page[-1].id, 'limit': limit})}"
        items = [environment_body(root, self._state.organization, environment) for environment in page]
        count = self._state.count_visible(caller.id)
        return JSONResponse(collection_body("environments", items, links, count=count))

    def read_environment(self, request: Request) -> Response:
        """Return one environment in which the caller has a role."""
        caller = self._caller(request)
        environment = self._state.environment(request.path_params["environment_id"])
        if environment is None or not self._state.roles(caller.id, environment.id):
            raise not_found()
        return JSONResponse(environment_body(_root(request), self._state.organization, environment))

    def read_gateway(self, request: Request) -> Response:
        """Return one gateway."""
        return JSONResponse(gateway_body(_root(request), self._administered_gateway(request)))

    def list_credentials(self, request: Request) -> Response:
        """List a gateway's credentials, without their texts."""
        gateway = self._administered_gateway(request)
        root = _root(request)
        parent = f"{root}/environments/{gateway.environment_id}/gateways/{gateway.id}"
        items = [credential_body(root, gateway, found) for found in self._state.credentials(gateway.id)]
        return JSONResponse(collection_body("credentials", items, {"self": f"{parent}/credentials"}))

    def read_credential(self, request: Request) -> Response:
        """Return one credential, without its text."""
        gateway = self._administered_gateway(request)
        credential = self._state.credential(request.path_params["credential_id"])
        if credential is None or credential.gateway_id != gateway.id:
            raise not_found()
        return JSONResponse(credential_body(_root(request), gateway, credential))

    def issue(self, request: Request) -> Response:
        """Issue a credential. No other response contains its text."""
        gateway = self._administered_gateway(request)
        try:
            credential, token = issue_credential(self._state, gateway, self._clock, self._randomness)
        except TooManyCredentialsError:
            message = "The gateway has the maximum number of credentials."
            raise PlatformError(HTTPStatus.BAD_REQUEST, "INVALID_DATA", message) from None
        body = credential_body(_root(request), gateway, credential, token)
        return JSONResponse(body, HTTPStatus.CREATED, {"Cache-Control": "no-store"})

    def revoke(self, request: Request) -> Response:
        """Revoke a credential. It and its access tokens are refused from the next request on."""
        gateway = self._administered_gateway(request)
        credential = self._state.credential(request.path_params["credential_id"])
        if credential is None or credential.gateway_id != gateway.id or not self._state.revoke(credential.id):
            raise not_found()
        return Response(status_code=HTTPStatus.NO_CONTENT)

    def _caller(self, request: Request) -> Gateway:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise invalid_token()
        gateway = authenticate_access_token(self._state, token.strip(), self._clock.now())
        if gateway is None:
            raise invalid_token()
        return gateway

    def _administered_gateway(self, request: Request) -> Gateway:
        caller = self._caller(request)
        gateway = self._state.gateway(request.path_params["gateway_id"])
        if gateway is None or gateway.environment_id != request.path_params["environment_id"]:
            raise not_found()
        roles = self._state.roles(caller.id, gateway.environment_id)
        if not roles:
            raise not_found()
        if Role.ENVIRONMENT_ADMIN not in roles:
            message = "You do not have access to this resource."
            raise PlatformError(HTTPStatus.FORBIDDEN, "ACCESS_FAILED", message)
        return gateway


def _root(request: Request) -> str:
    """Return the management API's address as the caller used it, so that links work through a proxy."""
    return f"{str(request.base_url).rstrip('/')}/v1"


def _limit(request: Request) -> int:
    text = request.query_params.get("limit", str(_MAX_PAGE))
    if not text.isdecimal() or len(text) > len(str(_MAX_PAGE)) or not 1 <= int(text) <= _MAX_PAGE:
        message = f"The limit must be a whole number from 1 to {_MAX_PAGE}."
        raise PlatformError(HTTPStatus.BAD_REQUEST, "INVALID_REQUEST", message)
    return int(text)
