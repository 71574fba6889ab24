"""The metadata of a provider (OpenID Connect Discovery 1.0, section 3)."""

import json
import threading
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.data_stores.settings import HttpRequest, SourceFailed
from hanse.kit.texts.messages import Message, message, message_of
from hanse.plugins.adapters.openid_connect.settings import is_https
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.provider_failures import FailureCode, ProviderFailure

LOG = structlog.stdlib.get_logger("hanse.signin")
_WELL_KNOWN: Final = "/.well-known/openid-configuration"
_OK: Final = 200
_FRESH_SECONDS: Final = 3600.0
# Users who sign in can make this server fetch the metadata no more often than this.
_REFETCH_SECONDS: Final = 30.0
# The last known metadata is used for this long if the provider is unavailable.
_STALE_SECONDS: Final = 24 * 3600.0


@dataclass(frozen=True)
class ProviderMetadata:
    """The parts of the metadata that this server uses. Empty values are members that the metadata lacks."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    user_info_endpoint: str
    # True if authorization responses must have the parameter `iss` (RFC 9207, section 3).
    names_issuer: bool
    authentication_methods: tuple[str, ...]
    scopes: tuple[str, ...]
    pkce_methods: tuple[str, ...]
    # The endpoint for pushed authorization requests, and True if no others are accepted (RFC 9126, section 5).
    pushed_requests_endpoint: str
    requires_pushed_requests: bool
    # The endpoint for logouts (RP-Initiated Logout 1.0, section 2.1).
    end_session_endpoint: str = ""
    response_modes: tuple[str, ...] = ()
    # The signing algorithms of proofs of possession (RFC 9449, section 5.1).
    dpop_algorithms: tuple[str, ...] = ()


def fetch_metadata(issuer: str, sender: HttpSender) -> ProviderMetadata:
    """Return the current metadata of an issuer. Raises ProviderFailure."""
    document = fetch_object(f"{issuer.removesuffix('/')}{_WELL_KNOWN}", sender, message("The metadata"))
    if document.get("issuer") != issuer:
        # Section 4.3: otherwise one provider could impersonate another.
        raise ProviderFailure(FailureCode.INVALID, "The issuer in the metadata is not the configured issuer.")
    return ProviderMetadata(
        authorization_endpoint=_address(document, "authorization_endpoint"),
        token_endpoint=_address(document, "token_endpoint"),
        jwks_uri=_address(document, "jwks_uri"),
        user_info_endpoint=_address(document, "userinfo_endpoint", required=False),
        names_issuer=document.get("authorization_response_iss_parameter_supported") is True,
        authentication_methods=_texts(document, "token_endpoint_auth_methods_supported"),
        scopes=_texts(document, "scopes_supported"),
        pkce_methods=_texts(document, "code_challenge_methods_supported"),
        pushed_requests_endpoint=_address(document, "pushed_authorization_request_endpoint", required=False),
        requires_pushed_requests=document.get("require_pushed_authorization_requests") is True,
        end_session_endpoint=_address(document, "end_session_endpoint", required=False),
        response_modes=_texts(document, "response_modes_supported"),
        dpop_algorithms=_texts(document, "dpop_signing_alg_values_supported"),
    )


def fetch_object(url: str, sender: HttpSender, what: Message) -> dict[str, Any]:
    """Return a JSON object of the provider; `what` names it at the start of a sentence. Raises ProviderFailure."""
    try:
        answer = sender.send(HttpRequest(method="GET", url=url, headers=(("Accept", "application/json"),)))
    except SourceFailed as error:
        raise ProviderFailure(
            FailureCode.UNREACHABLE,
            message("{what} cannot be read: {reason}", what=what, reason=message_of(str(error))),
        ) from error
    if answer.status != _OK:
        raise ProviderFailure(
            FailureCode.UNREACHABLE,
            message("{what} cannot be read: the status is {status}.", what=what, status=answer.status),
        )
    return json_object(answer.content, what)


def json_object(content: bytes, what: Message) -> dict[str, Any]:
    """Return a JSON object. Raises ProviderFailure."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise ProviderFailure(FailureCode.INVALID, message("{what} is not a JSON object.", what=what))
    return document


class MetadataCache:
    """The metadata of one provider; many threads may use it."""

    def __init__(self, issuer: str) -> None:
        self._issuer = issuer
        self._lock = threading.Lock()
        self._found: ProviderMetadata | None = None
        self._failure = ProviderFailure(FailureCode.UNREACHABLE, "The metadata was not read yet.")
        self._fetched = self._attempted = float("-inf")

    def get(self, sender: HttpSender, now: float) -> ProviderMetadata:
        """Return the metadata, fetched if it is due; `now` is in seconds since the epoch. Raises ProviderFailure."""
        # The first of several simultaneous sign-ins fetches it, and the others wait for the result.
        with self._lock:
            if now - self._fetched >= _FRESH_SECONDS and now - self._attempted >= _REFETCH_SECONDS:
                self._attempted = now
                self._fetch(sender, now)
            if self._found is None or now - self._fetched >= _STALE_SECONDS:
                raise ProviderFailure(self._failure.code, str(self._failure))
            return self._found

    def _fetch(self, sender: HttpSender, now: float) -> None:
        try:
            self._found, self._fetched = fetch_metadata(self._issuer, sender), now
        except ProviderFailure as error:
            LOG.warning("provider metadata not read", issuer=self._issuer, reason=str(error))
            self._failure = error


def _address(document: dict[str, Any], name: str, *, required: bool = True) -> str:
    found = document.get(name)
    if found is None and not required:
        return ""
    if not isinstance(found, str) or not is_https(found):
        raise ProviderFailure(
            FailureCode.INVALID, message("{name} in the metadata is not an https address.", name=name)
        )
    return found


def _texts(document: dict[str, Any], name: str) -> tuple[str, ...]:
    found = document.get(name)
    return tuple(each for each in found if isinstance(each, str)) if isinstance(found, list) else ()
