"""The action that tests the connection to a provider."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from hanse.crypto.jwk_sets import JwkSet, published_keys
from hanse.kit.texts.messages import counted, message
from hanse.plugins.adapters.openid_connect import setting_names as names
from hanse.plugins.adapters.openid_connect.authorization import QUERY_JWT
from hanse.plugins.adapters.openid_connect.possession import ALGORITHM
from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata, fetch_metadata, fetch_object
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings
from hanse.plugins.contracts.data_stores import DataStoreServices
from hanse.plugins.provider_failures import ProviderFailure


class ConfiguredAdapter(Protocol):
    """An adapter with the settings to test."""

    @property
    def settings(self) -> ProviderSettings:
        """Return the settings."""
        ...


def run_connection_test(adapter: ConfiguredAdapter, _parameters: Mapping[str, str], services: DataStoreServices) -> str:
    """Return a summary of the provider. Raises ValueError with all mismatches."""
    settings = adapter.settings
    sender = services.http(settings.connection)
    try:
        metadata = fetch_metadata(settings.issuer, sender)
        found = fetch_object(metadata.jwks_uri, sender, message("The key set")).get("keys")
    except ProviderFailure as error:
        raise ValueError(str(error)) from error
    keys = published_keys(each for each in found if isinstance(each, dict)) if isinstance(found, list) else JwkSet(())
    if problems := list(_problems(settings, metadata, keys)):
        raise ValueError(" ".join(problems))
    return counted(
        "The provider is reachable and publishes {count} key that can be used.",
        "The provider is reachable and publishes {count} keys that can be used.",
        len(keys.keys),
    )


def _problems(settings: ProviderSettings, metadata: ProviderMetadata, keys: JwkSet) -> Iterator[str]:
    """Yield mismatches that would prevent users from signing in. Members that the metadata lacks are not compared."""
    if not any(settings.algorithms & each.algorithms for each in keys.keys):
        yield "The provider publishes no key for an accepted ID token algorithm."
    # Without the member, only HTTP Basic is supported (OpenID Connect Discovery 1.0, section 3).
    methods = metadata.authentication_methods or (names.BASIC,)
    if settings.authentication not in methods:
        yield message(
            "The provider does not support the client authentication {method}.", method=settings.authentication
        )
    unknown = set(settings.scopes.split()) - set(metadata.scopes)
    if metadata.scopes and unknown:
        yield message("The provider does not support these scopes: {scopes}.", scopes=", ".join(sorted(unknown)))
    if metadata.pkce_methods and "S256" not in metadata.pkce_methods:
        yield "The provider does not support PKCE with S256."
    if metadata.requires_pushed_requests and not (settings.pushes_requests and metadata.pushed_requests_endpoint):
        yield "The provider requires pushed authorization requests."
    if settings.signs_out and not metadata.end_session_endpoint:
        yield "The provider has no end session endpoint."
    if settings.signed_responses and QUERY_JWT not in metadata.response_modes:
        yield "The provider does not sign authorization responses (response mode query.jwt)."
    if settings.bound_tokens and ALGORITHM not in metadata.dpop_algorithms:
        yield "The provider does not bind access tokens to keys (DPoP with ES256)."
    if settings.reads_user_info and not metadata.user_info_endpoint:
        yield "The provider has no UserInfo endpoint."
