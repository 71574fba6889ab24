"""The authorization request (OpenID Connect Core 1.0, sections 3.1.2.1 and 3.2.2.1), and the response to it."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from string import ascii_letters, digits
from typing import Final, Self
from urllib.parse import urlencode

from hanse.kit.texts.messages import message
from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata
from hanse.plugins.adapters.openid_connect.request_parameters import chosen_parameters
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings
from hanse.plugins.contracts.adapters import AdapterRequest, callback_url
from hanse.plugins.pending_requests import PendingRequest, maximum_age
from hanse.plugins.provider_failures import FailureCode, ProviderFailure, passed_message

_ALPHABET: Final = ascii_letters + digits
# More than 256 bits, and the least length of a code verifier (RFC 7636, section 4.1).
_LENGTH: Final = 43
_LONGEST_ERROR: Final = 64
# JARM, section 2.3.1.
QUERY_JWT: Final = "query.jwt"
# OAuth 2.0 Form Post Response Mode, section 2: forms do not expose their values in addresses, logs and histories.
_FORM_POST: Final = "form_post"
# The response types, which are also the names of the parameters of responses.
_CODE: Final = "code"
_IMPLICIT: Final = "id_token"
# Errors of silent requests (OpenID Connect Core 1.0, section 3.1.2.6).
_NEED_USER: Final = frozenset(
    {"login_required", "interaction_required", "consent_required", "account_selection_required"}
)


class ProviderRequest(PendingRequest, frozen=True):
    """The values of an authorization request with which its response is verified."""

    state: str
    nonce: str
    verifier: str
    redirect_uri: str
    # True if the response must be a signed JWT.
    signed: bool = False
    # True if the response contains the ID token instead of a code.
    is_implicit: bool = False

    @classmethod
    def begin(cls, request: AdapterRequest, callback: str, *, signed: bool, is_implicit: bool) -> Self:
        """Return new values. A signed response is requested with `signed`."""
        state, nonce, verifier = (request.services.random_text(_LENGTH, _ALPHABET) for _ in range(3))
        # The flow finds the sign-in, and the rest proves that the response is for this request.
        return cls(
            state=f"{request.flow}.{state}",
            nonce=nonce,
            verifier=verifier,
            redirect_uri=callback_url(request.issuer, callback),
            sent=request.now.timestamp(),
            max_age=maximum_age(request),
            signed=signed,
            is_implicit=is_implicit,
        )


def authorization_parameters(
    settings: ProviderSettings, pending: ProviderRequest, request: AdapterRequest
) -> dict[str, str]:
    """Return the parameters of the authorization request."""
    challenge = urlsafe_b64encode(sha256(pending.verifier.encode()).digest()).rstrip(b"=").decode()
    # RFC 7636 protects codes; ID tokens are bound to the request by the nonce.
    uses_pkce = settings.uses_pkce and not pending.is_implicit
    wanted = {
        "response_type": _IMPLICIT if pending.is_implicit else _CODE,
        "client_id": settings.client_id,
        "redirect_uri": pending.redirect_uri,
        "scope": settings.scopes,
        "state": pending.state,
        "nonce": pending.nonce,
        "code_challenge": challenge if uses_pkce else "",
        "code_challenge_method": "S256" if uses_pkce else "",
        "prompt": _prompt(request),
        "max_age": "" if pending.max_age is None else str(pending.max_age),
        "login_hint": request.user_id if settings.passes_username else "",
        "acr_values": " ".join(request.acr_values) if settings.passes_context else "",
        "ui_locales": " ".join(request.locales),
        "response_mode": _response_mode(pending),
    }
    own = {name: text for name, text in wanted.items() if text}
    # Parameters that this server sends itself, such as the name of the user, take precedence.
    return chosen_parameters(settings.request_parameters, request) | own


def authorization_url(metadata: ProviderMetadata, parameters: Mapping[str, str]) -> str:
    """Return the address to which the user is redirected."""
    endpoint = metadata.authorization_endpoint
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(parameters)}"


def grant_of(
    form: Mapping[str, str], settings: ProviderSettings, metadata: ProviderMetadata, pending: ProviderRequest
) -> str:
    """Return the code, or the ID token of the implicit flow, of a response to the request. Raises ProviderFailure."""
    if not compare_digest(form.get("state", "").encode(), pending.state.encode()):
        raise ProviderFailure(FailureCode.INVALID, "The parameter state of the response is not that of the request.")
    # RFC 9207, section 2.4, also for errors: a response of another provider reveals a mix-up attack.
    issuer = form.get("iss", "")
    if not settings.accepts_issuer(issuer) and (issuer or metadata.names_issuer):
        raise ProviderFailure(FailureCode.INVALID, "The parameter iss of the response is not the configured issuer.")
    if error := form.get("error", ""):
        raise _refusal(error, passed_message(form.get("error_description")))
    if pending.is_implicit:
        if token := form.get(_IMPLICIT, ""):
            return token
        raise ProviderFailure(FailureCode.INVALID, "The response contains no ID token.")
    code = form.get(_CODE, "")
    if not code:
        raise ProviderFailure(FailureCode.INVALID, "The response contains no code.")
    return code


def _response_mode(pending: ProviderRequest) -> str:
    if pending.is_implicit:
        return _FORM_POST
    return QUERY_JWT if pending.signed else ""


def _prompt(request: AdapterRequest) -> str:
    if request.passive:
        return "none"
    wanted = (("login", request.force_authentication), ("select_account", request.select_account))
    return " ".join(name for name, is_wanted in wanted if is_wanted)


def _refusal(error: str, shown: str) -> ProviderFailure:
    if error in _NEED_USER:
        return ProviderFailure(
            FailureCode.NEEDS_USER,
            message("The provider requires the user's participation ({error}).", error=error),
            shown,
        )
    if error == "access_denied":
        return ProviderFailure(FailureCode.DENIED, "The provider denied the sign-in (access_denied).", shown)
    # The response comes from the browser's address bar, so the code can be any text.
    named = error[:_LONGEST_ERROR] if error.isascii() and error.isprintable() else "unreadable"
    return ProviderFailure(
        FailureCode.ERROR, message("The provider answered with the error {error}.", error=named), shown
    )
