"""Requests to the provider, without the browser.

They are pushed authorization requests (RFC 9126, section 2), and requests to the token endpoint and to the UserInfo
endpoint (OpenID Connect Core 1.0, sections 3.1.3 and 5.3).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from hanse.data_stores.settings import HttpAnswer, HttpRequest, SourceFailed
from hanse.kit.texts.messages import Message, message, message_of
from hanse.plugins.adapters.openid_connect import setting_names as names
from hanse.plugins.adapters.openid_connect.authorization import ProviderRequest
from hanse.plugins.adapters.openid_connect.possession import ProofKey
from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata, json_object
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings
from hanse.plugins.adapters.openid_connect.signed_messages import new_id, sign_for_provider
from hanse.plugins.basic_credentials import basic_of_client
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.plugins.provider_failures import FailureCode, ProviderFailure

_OK, _CREATED, _BAD_REQUEST, _UNAUTHORIZED = 200, 201, 400, 401
_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"
# RFC 7523, section 2.2.
_ASSERTION_TYPE: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_LONGEST_ERROR: Final = 64
# The authentication scheme, the token type and the header of RFC 9449, and the error that requires a nonce.
_DPOP, _USE_NONCE = "DPoP", b"use_dpop_nonce"
_LONGEST_NONCE: Final = 1024
# Addresses that are much longer are refused by browsers or servers.
_LONGEST_REQUEST_URI: Final = 2048


@dataclass(frozen=True)
class ProviderTokens:
    """The tokens of a response."""

    id_token: str = field(repr=False)
    # Empty in the implicit flow.
    access_token: str = field(default="", repr=False)


@dataclass(frozen=True)
class ProviderCalls:
    """Calls of one provider in one sign-in. All methods raise ProviderFailure."""

    settings: ProviderSettings
    metadata: ProviderMetadata
    request: AdapterRequest
    # The key to which access tokens are bound; None for bearer tokens.
    key: ProofKey | None = None

    def redeem(self, code: str, pending: ProviderRequest) -> ProviderTokens:
        """Return the tokens for a code."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": pending.redirect_uri,
        }
        if self.settings.uses_pkce:
            form["code_verifier"] = pending.verifier
        answer = self._proved(lambda nonce: self._request_tokens(form, nonce))
        document = json_object(answer.content, message("The answer of the token endpoint"))
        if answer.status != _OK:
            raise ProviderFailure(
                FailureCode.ERROR, message("The token endpoint refused the code ({error}).", error=_error_of(document))
            )
        id_token, access_token = document.get("id_token"), document.get("access_token")
        if not isinstance(id_token, str) or not isinstance(access_token, str) or not _is_token(access_token):
            raise ProviderFailure(FailureCode.INVALID, "The token endpoint did not return an ID token.")
        if self.key is not None and f"{document.get('token_type')}".lower() != _DPOP.lower():
            # RFC 9449, section 5: anybody could use the token.
            raise ProviderFailure(FailureCode.INVALID, "The token endpoint did not bind the access token to the key.")
        return ProviderTokens(id_token, access_token)

    def push(self, parameters: Mapping[str, str]) -> dict[str, str]:
        """Send the parameters of an authorization request to the provider, and return those for the browser."""
        endpoint = self.metadata.pushed_requests_endpoint
        answer = self._post(endpoint, dict(parameters), message("The pushed authorization request endpoint"))
        document = json_object(answer.content, message("The answer of the pushed authorization request endpoint"))
        # RFC 9126, section 2.2. Some providers send 200.
        if answer.status not in (_OK, _CREATED):
            raise ProviderFailure(
                FailureCode.ERROR,
                message("The provider refused the authorization request ({error}).", error=_error_of(document)),
            )
        found = document.get("request_uri")
        if not isinstance(found, str) or not _is_token(found) or len(found) > _LONGEST_REQUEST_URI:
            raise ProviderFailure(FailureCode.INVALID, "The provider did not return a request_uri.")
        return {"client_id": self.settings.client_id, "request_uri": found}

    def _request_tokens(self, form: Mapping[str, str], nonce: str) -> HttpAnswer:
        endpoint = self.metadata.token_endpoint
        return self._post(endpoint, dict(form), message("The token endpoint"), self._proof("POST", endpoint, nonce))

    def _proved(self, send: Callable[[str], HttpAnswer]) -> HttpAnswer:
        """Send a request without a nonce, and again if the provider requires its nonce (RFC 9449, sections 8 and 9).

        The provider requires it before it processes the request, so the code remains valid.
        """
        answer = send("")
        is_wanted = answer.status == _UNAUTHORIZED or (answer.status == _BAD_REQUEST and _USE_NONCE in answer.content)
        if self.key is None or not is_wanted or not 0 < len(answer.dpop_nonce) <= _LONGEST_NONCE:
            return answer
        return send(answer.dpop_nonce)

    def _proof(self, method: str, url: str, nonce: str, access_token: str = "") -> tuple[tuple[str, str], ...]:
        """Return the header with the proof of possession, if there is a key."""
        if self.key is None:
            return ()
        now = self.request.now.timestamp()
        proof = self.key.prove(method, url, now, self._new_id, nonce=nonce, access_token=access_token)
        return ((_DPOP, proof),)

    def _new_id(self) -> str:
        return new_id(self.request.services)

    def _post(
        self, endpoint: str, form: dict[str, str], what: Message, further: tuple[tuple[str, str], ...] = ()
    ) -> HttpAnswer:
        """Send a form with the authentication of the client."""
        headers = [("Content-Type", _FORM), ("Accept", _JSON), *further]
        match self.settings.authentication:
            case names.BASIC:
                credentials = basic_of_client(self.settings.client_id, self.settings.client_secret)
                headers.append(("Authorization", credentials))
            case names.POST:
                form |= {"client_id": self.settings.client_id, "client_secret": self.settings.client_secret}
            case names.PRIVATE_KEY | names.SECRET_ASSERTION:
                form |= {"client_assertion_type": _ASSERTION_TYPE, "client_assertion": self._assertion()}
            case _:
                form["client_id"] = self.settings.client_id
        content = urlencode(form).encode()
        return self._sent(HttpRequest(method="POST", url=endpoint, headers=tuple(headers), content=content), what)

    def user_info(self, access_token: str, subject: str) -> Mapping[str, Any]:
        """Return the claims of the user from the UserInfo endpoint."""
        if not self.metadata.user_info_endpoint:
            raise ProviderFailure(FailureCode.INVALID, "The provider has no UserInfo endpoint.")
        answer = self._proved(lambda nonce: self._request_user_info(access_token, nonce))
        if answer.status != _OK:
            raise ProviderFailure(
                FailureCode.ERROR, message("The UserInfo endpoint answered with status {status}.", status=answer.status)
            )
        claims = json_object(answer.content, message("The answer of the UserInfo endpoint"))
        if claims.get("sub") != subject:
            # Section 5.3.2: the claims must not be used.
            raise ProviderFailure(FailureCode.INVALID, "sub of the UserInfo endpoint is not that of the ID token.")
        return claims

    def _request_user_info(self, access_token: str, nonce: str) -> HttpAnswer:
        url, scheme = self.metadata.user_info_endpoint, "Bearer" if self.key is None else _DPOP
        proof = self._proof("GET", url, nonce, access_token)
        headers = (("Authorization", f"{scheme} {access_token}"), ("Accept", _JSON), *proof)
        return self._sent(HttpRequest(method="GET", url=url, headers=headers), message("The UserInfo endpoint"))

    def _assertion(self) -> str:
        """Return a client assertion (RFC 7523, section 3), which is used once."""
        settings, now = self.settings, int(self.request.now.timestamp())
        usual = settings.issuer if settings.assertion_to_issuer else self.metadata.token_endpoint
        claims = {
            "iss": settings.client_id,
            "sub": settings.client_id,
            "aud": settings.assertions.audience or usual,
            "iat": now,
            "exp": now + settings.assertions.seconds,
            "jti": self._new_id(),
            **({"nbf": now} if settings.assertions.has_start else {}),
        }
        return sign_for_provider(
            settings,
            self.request.services,
            settings.assertion_algorithm,
            claims,
            settings.assertions.media_type,
            message("No client assertion can be signed"),
        )

    def _sent(self, request: HttpRequest, what: Message) -> HttpAnswer:
        try:
            return self.request.services.http(self.settings.connection).send(request)
        except SourceFailed as error:
            raise ProviderFailure(
                FailureCode.UNREACHABLE,
                message("{what} does not answer: {reason}", what=what, reason=message_of(str(error))),
            ) from error


def _is_token(text: str) -> bool:
    """Return whether a text can be sent in a header (RFC 6750, section 2.1)."""
    return bool(text) and text.isascii() and text.isprintable() and " " not in text


def _error_of(document: Mapping[str, Any]) -> str:
    found = document.get("error")
    is_plain = isinstance(found, str) and found.isascii() and found.isprintable()
    return found[:_LONGEST_ERROR] if is_plain and isinstance(found, str) else "no error code"
