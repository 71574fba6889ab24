"""The adapter that signs users in at another OpenID provider."""

from base64 import urlsafe_b64encode
from datetime import datetime
from typing import Any, Final, Protocol, Self

import msgspec

from hanse.config.declare.plugin_fields import TRUE
from hanse.config.plugins.actions import Action
from hanse.config.plugins.plugin import Plugin, Settings, Values
from hanse.kit.texts.messages import message
from hanse.plugins.adapters.openid_connect import setting_names as names
from hanse.plugins.adapters.openid_connect.authorization import (
    QUERY_JWT,
    ProviderRequest,
    authorization_parameters,
    authorization_url,
    grant_of,
)
from hanse.plugins.adapters.openid_connect.connection_test import run_connection_test
from hanse.plugins.adapters.openid_connect.end_session import end_session_url, logout_hint
from hanse.plugins.adapters.openid_connect.id_token import SUBJECT, TokenCheck
from hanse.plugins.adapters.openid_connect.logout_token import SESSION, read_logout_token
from hanse.plugins.adapters.openid_connect.possession import ProofKey
from hanse.plugins.adapters.openid_connect.provider_metadata import MetadataCache, ProviderMetadata
from hanse.plugins.adapters.openid_connect.settings import FORM, ProviderSettings
from hanse.plugins.adapters.openid_connect.signed_messages import signed_request
from hanse.plugins.adapters.openid_connect.signed_response import response_parameters
from hanse.plugins.adapters.openid_connect.token_request import ProviderCalls, ProviderTokens
from hanse.plugins.claim_attributes import attributes_of, text_of
from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.adapters import (
    CALLBACK_PATH,
    KIND,
    AdapterRequest,
    AdapterResult,
    Failure,
    Redirect,
    Success,
)
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.contracts.remote_logouts import (
    FRONT_LOGOUT_PATH,
    POST_LOGOUT_PATH,
    REMOTE_LOGOUT_PATH,
    LogoutRefused,
    RemoteLogout,
)
from hanse.plugins.provider_failures import FailureCode, ProviderFailure

# A response is accepted once; the flow that it belongs to has ended by then.
_CLAIM_SECONDS: Final = 3600.0


class ProviderMetadataSource(Protocol):
    """Returns the metadata of one provider."""

    def get(self, sender: HttpSender, now: float) -> ProviderMetadata:
        """Return the metadata; `now` is in seconds since the epoch. Raises ProviderFailure."""
        ...


class OpenIdConnectAdapter:
    """Uses the authorization code flow or the implicit flow; the interface is `contracts.adapters.Adapter`."""

    def __init__(self, settings: ProviderSettings, metadata: ProviderMetadataSource) -> None:
        self.settings = settings
        self._metadata = metadata
        self.callback = callback_name(self.settings.issuer)

    @classmethod
    def of_instance(cls, settings: Settings) -> Self:
        """Return the adapter for the settings of an instance, which reads the metadata of its provider."""
        found = ProviderSettings.read(settings)
        return cls(found, MetadataCache(found.issuer))

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Redirect the user to the provider."""
        if request.consent is not None:
            return Failure(code="no_consent", detail="An OpenID Connect adapter cannot obtain consent.")
        try:
            metadata = self._read_metadata(request)
            is_signed = self.settings.signed_responses and QUERY_JWT in metadata.response_modes
            pending = ProviderRequest.begin(
                request, self.callback, signed=is_signed, is_implicit=self.settings.is_implicit
            )
            parameters = authorization_parameters(self.settings, pending, request)
            if self.settings.request_algorithm:
                parameters = signed_request(self.settings, parameters, request)
            if self.settings.pushes_requests and metadata.pushed_requests_endpoint:
                parameters = ProviderCalls(self.settings, metadata, request).push(parameters)
        except ProviderFailure as error:
            return Failure(code=error.code, detail=f"{error}")
        url = authorization_url(metadata, parameters)
        return Redirect(url=url, state=pending.as_state(), callback=self.callback, is_silent=request.passive)

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the provider's response."""
        pending = ProviderRequest.stored(request.state)
        if pending is None:
            return self.begin(request)
        try:
            return self._finish(request, pending)
        except ProviderFailure as error:
            return Failure(code=error.code, detail=f"{error}", shown=error.shown if self.settings.passes_errors else "")

    def read_logout(self, token: str, services: AdapterServices, now: datetime) -> RemoteLogout:
        """Return the content of a logout token of the provider."""
        self._require_tracking()
        moment = now.timestamp()
        try:
            metadata = self._metadata.get(services.http(self.settings.connection), moment)
        except ProviderFailure as error:
            raise LogoutRefused(str(error)) from error
        return read_logout_token(token, TokenCheck(self.settings, metadata, services, moment))

    def read_front_logout(self, issuer: str, session: str) -> RemoteLogout:
        """Return the logout that a page of the provider reports (OpenID Connect Front-Channel Logout 1.0, section 2).

        Anybody can send the request. So it must have the issuer and the session ID, which only the participants of
        the sign-in know.
        """
        self._require_tracking()
        if not self.settings.accepts_issuer(issuer):
            raise LogoutRefused("iss is not the configured issuer")
        if not session:
            raise LogoutRefused("sid is missing")
        return RemoteLogout(
            attributes={},
            session=self.settings.unambiguous(issuer, session),
            further_issuer=self.settings.further_issuer(issuer),
        )

    def sign_out_url(self, hint: str, state: str, issuer: str, services: AdapterServices, now: datetime) -> str:
        """Return the address of the provider that signs out a user, who is then sent back."""
        try:
            metadata = self._metadata.get(services.http(self.settings.connection), now.timestamp())
        except ProviderFailure:
            # The log has the reason.
            return ""
        return end_session_url(self.settings, metadata, hint, state, issuer, self.callback)

    def _finish(self, request: AdapterRequest, pending: ProviderRequest) -> Success:
        metadata = self._read_metadata(request)
        check = TokenCheck(self.settings, metadata, request.services, request.now.timestamp())
        parameters = response_parameters(request.form or {}, check, pending)
        grant = grant_of(parameters, self.settings, metadata, pending)
        if not request.services.claim(pending.state, _CLAIM_SECONDS):
            raise ProviderFailure(FailureCode.INVALID, "The response was already used.")
        calls = ProviderCalls(self.settings, metadata, request, ProofKey.of_sign_in(self.settings, metadata))
        tokens = ProviderTokens(grant) if pending.is_implicit else calls.redeem(grant, pending)
        claims = dict(check.id_token_claims(tokens.id_token, tokens.access_token, pending))
        issuer = text_of(claims, "iss")
        remote_session = self.settings.unambiguous(issuer, text_of(claims, SESSION))
        authenticated, acr, amr = claims.get("auth_time"), claims.get("acr"), claims.get("amr")
        if self.settings.reads_user_info:
            claims = {**calls.user_info(tokens.access_token, claims[SUBJECT]), **claims}
        return Success(
            attributes=attributes_of(claims),
            amr=tuple(each for each in amr if isinstance(each, str) and each) if isinstance(amr, list) else (),
            acr=acr if isinstance(acr, str) else "",
            auth_time=float(authenticated) if isinstance(authenticated, int | float) else None,
            remote_session=remote_session,
            remote_issuer=issuer,
            further_issuer=self.settings.further_issuer(issuer),
            logout_hint=logout_hint(self.settings, tokens.id_token),
        )

    def _require_tracking(self) -> None:
        if not self.settings.tracks_logouts:
            raise LogoutRefused("sessions are not tracked for logout")

    def _read_metadata(self, request: AdapterRequest) -> ProviderMetadata:
        sender = request.services.http(self.settings.connection)
        return self._metadata.get(sender, request.now.timestamp())


def callback_name(issuer: str) -> str:
    """Return the name of the callback of a provider: the issuer in base64url, as in existing registrations.

    Each provider has its own redirect URI, so that a response of one is not accepted as that of another (RFC 9700,
    section 4.4.2.2).
    """
    return urlsafe_b64encode(msgspec.json.encode({"iss": issuer})).rstrip(b"=").decode("ascii")


def addresses_of(values: Values) -> dict[str, str]:
    """Return the paths of this server that administrators register at the provider, by their labels."""
    name = callback_name(values.get(names.ISSUER, ""))
    paths: dict[str, str] = {
        message("Redirect URI"): CALLBACK_PATH.format(name=name),
        message("Back-channel logout URI"): REMOTE_LOGOUT_PATH.format(name=name),
        message("Front-channel logout URI"): FRONT_LOGOUT_PATH.format(name=name),
    }
    if values.get(names.SIGN_OUT) == TRUE:
        paths[message("Post-logout redirect URI")] = POST_LOGOUT_PATH.format(name=name)
    if values.get(names.AUTHENTICATION) == names.PRIVATE_KEY:
        paths[message("Key set of this server")] = "/pf/JWKS"
    return paths


OPENID_CONNECT: Plugin[Any] = Plugin(
    kind=KIND,
    id="hanse.openid-connect",
    name="OpenID Connect Adapter",
    keywords=("OIDC", "relying party", "social login", "federation", "IdP chaining", "external provider"),
    make=OpenIdConnectAdapter.of_instance,
    attribute_contract=(SUBJECT,),
    supports_extended_contract=True,
    pseudonym=SUBJECT,
    form=FORM,
    addresses=addresses_of,
    actions=(
        Action(
            id="testConnection",
            name="Test connection",
            description="Reads the metadata and the keys of the provider, and compares them with the settings.",
            run=run_connection_test,
            sends_requests=True,
        ),
    ),
)
