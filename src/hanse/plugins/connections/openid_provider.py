"""An OpenID provider of an IdP connection, whose endpoints administrators have entered."""

from dataclasses import dataclass, field

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.data_stores.settings import HttpSettings
from hanse.plugins.adapters.openid_connect import setting_names as names
from hanse.plugins.adapters.openid_connect.authorization import QUERY_JWT
from hanse.plugins.adapters.openid_connect.plugin import OpenIdConnectAdapter
from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata
from hanse.plugins.adapters.openid_connect.request_parameters import RequestParameter
from hanse.plugins.adapters.openid_connect.settings import AssertionSettings, ProviderSettings, connection_to_provider
from hanse.plugins.contracts.data_stores import HttpSender

_TOLERANCE = 30.0


@dataclass(frozen=True)
class OpenIdProvider:
    """The settings of a connection with OpenID Connect."""

    issuer: str
    # Issuers whose tokens are accepted in addition.
    further_issuers: frozenset[str]
    accepts_any_issuer: bool
    client_id: str
    client_secret: str = field(repr=False)
    # One of the values of `setting_names.AUTHENTICATION`, or `setting_names.SECRET_ASSERTION`.
    authentication: str
    assertion_algorithm: str
    assertions: AssertionSettings
    scopes: str
    uses_pkce: bool
    # True for the implicit flow, which has no token endpoint.
    is_implicit: bool
    authorization_endpoint: str
    token_endpoint: str
    user_info_endpoint: str
    jwks_uri: str
    # The endpoint for pushed authorization requests (RFC 9126); empty to send requests through the browser.
    pushed_requests_endpoint: str
    # True to request signed authorization responses (JARM).
    signed_responses: bool
    # The endpoint for logouts; empty to leave users signed in there.
    end_session_endpoint: str
    # True to sign users out here and there together.
    tracks_logouts: bool
    # The signing algorithm of request objects; empty for plain parameters.
    request_algorithm: str
    request_parameters: tuple[RequestParameter, ...]
    # True if users and applications see the provider's error messages.
    passes_errors: bool
    authorities: str = field(repr=False)


class _EnteredMetadata:
    """The metadata that administrators have entered; the interface is `plugin.ProviderMetadataSource`."""

    def __init__(self, metadata: ProviderMetadata) -> None:
        self._metadata = metadata

    def get(self, _sender: HttpSender, _now: float) -> ProviderMetadata:
        """Return the metadata."""
        return self._metadata


def openid_provider(provider: OpenIdProvider) -> OpenIdConnectAdapter:
    """Return the adapter that signs users in at the provider."""
    metadata = ProviderMetadata(
        authorization_endpoint=provider.authorization_endpoint,
        token_endpoint=provider.token_endpoint,
        jwks_uri=provider.jwks_uri,
        user_info_endpoint=provider.user_info_endpoint,
        names_issuer=False,
        authentication_methods=(),
        scopes=(),
        pkce_methods=(),
        pushed_requests_endpoint=provider.pushed_requests_endpoint,
        requires_pushed_requests=False,
        end_session_endpoint=provider.end_session_endpoint,
        response_modes=(QUERY_JWT,) if provider.signed_responses else (),
    )
    return OpenIdConnectAdapter(_settings(provider), _EnteredMetadata(metadata))


def _settings(provider: OpenIdProvider) -> ProviderSettings:
    connection: HttpSettings = connection_to_provider(provider.authorities)
    return ProviderSettings(
        issuer=provider.issuer,
        client_id=provider.client_id,
        client_secret=provider.client_secret,
        authentication=provider.authentication or names.NONE,
        assertion_algorithm=provider.assertion_algorithm,
        # Providers that follow the API contract's documentation expect their token endpoint (RFC 7523, section 3).
        assertion_to_issuer=False,
        scopes=" ".join(provider.scopes.split()),
        reads_user_info=bool(provider.user_info_endpoint),
        algorithms=frozenset(ALGORITHMS),
        tolerance=_TOLERANCE,
        passes_username=True,
        passes_context=True,
        pushes_requests=True,
        signed_responses=provider.signed_responses,
        bound_tokens=False,
        connection=connection,
        is_implicit=provider.is_implicit,
        uses_pkce=provider.uses_pkce,
        assertions=provider.assertions,
        further_issuers=provider.further_issuers,
        accepts_any_issuer=provider.accepts_any_issuer,
        signs_out=bool(provider.end_session_endpoint) and provider.tracks_logouts,
        tracks_logouts=provider.tracks_logouts,
        request_algorithm=provider.request_algorithm,
        request_parameters=provider.request_parameters,
        passes_errors=provider.passes_errors,
    )
