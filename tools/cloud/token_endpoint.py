"""The token endpoint exchanges a gateway credential for an access token (RFC 8693, with the platform's token type).

The public API tests a gateway credential with this exchange: it succeeds if the credential is valid.
"""

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hanse.kit.clock import Clock
from tools.cloud.credentials import ACCESS_TOKEN_LIFETIME, authenticate_credential, issue_access_token
from tools.cloud.errors import TokenError, not_found
from tools.cloud.state import CloudState

GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange"
SUBJECT_TOKEN_TYPE = "pingone_gateway_credential"  # noqa: S105 - the name of a token type, not a token.
_BODY_LIMIT = 65_536
_MAX_PARAMETERS = 20


class TokenEndpoint:
    """Answers `POST /{environment}/as/token`."""

    def __init__(self, state: CloudState, clock: Clock) -> None:
        self._state = state
        self._clock = clock

    async def answer(self, request: Request) -> Response:
        """Exchange the credential of the posted form. This runs in the thread pool because the store blocks."""
        form = _parse_form(request.headers.get("content-type", ""), await _read_body(request))
        return await run_in_threadpool(self._exchange, request.path_params["environment_id"], form)

    def _exchange(self, environment_id: str, form: dict[str, str]) -> Response:
        if self._state.environment(environment_id) is None:
            raise not_found()
        if form.get("grant_type") != GRANT_TYPE:
            raise TokenError("unsupported_grant_type", "Only the token exchange is offered.")
        if form.get("subject_token_type") != SUBJECT_TOKEN_TYPE:
            raise TokenError("invalid_request", "The subject token type is not supported.")
        found = authenticate_credential(self._state, form.get("subject_token", ""))
        # RFC 8693, section 2.2.2: an unacceptable subject token is `invalid_request`.
        if found is None or found[1].environment_id != environment_id:
            raise TokenError("invalid_request", "The subject token is not valid.")
        credential, _ = found
        now = self._clock.now()
        self._state.record_use(credential.id, now)
        body = {
            "access_token": issue_access_token(self._state, credential, now),
            "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
            "token_type": "Bearer",
            "expires_in": int(ACCESS_TOKEN_LIFETIME.total_seconds()),
        }
        return JSONResponse(body, headers={"Cache-Control": "no-store"})


async def _read_body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _BODY_LIMIT:
            raise TokenError("invalid_request", "The request is too large.")
    return bytes(body)


def _parse_form(content_type: str, body: bytes) -> dict[str, str]:
    if content_type.partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise TokenError("invalid_request", "The request must be a form.")
    try:
        fields = parse_qs(body.decode("ascii"), strict_parsing=True, errors="strict", max_num_fields=_MAX_PARAMETERS)
    except ValueError:
        raise TokenError("invalid_request", "The form cannot be read.") from None
    # RFC 6749, section 3.2: parameters must not be repeated.
    if any(len(values) > 1 for values in fields.values()):
        raise TokenError("invalid_request", "A parameter is repeated.")
    return {name: values[0] for name, values in fields.items()}
