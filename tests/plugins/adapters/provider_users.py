"""A user who signs in at an OpenID provider whose answers the tests determine."""

import json
from dataclasses import dataclass, field
from typing import Any

from hanse.data_stores.settings import HttpSettings
from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT, callback_name
from hanse.plugins.conformance import token_keys
from hanse.plugins.contracts.access_tokens import SignerProfile
from hanse.plugins.contracts.adapters import Failure, Redirect
from hanse.plugins.contracts.data_stores import HttpSender
from tests.plugins.adapters.directory import AdapterUser, Services, plugin_maker
from tests.support.openid_provider import CLIENT, ISSUER, OpenIdProvider, parameters_of

HUB = "https://sso.example.com"
CALLBACK = f"{HUB}/sp/{callback_name(ISSUER)}/cb.openid"
SECRET = "a secret: with + signs"


@dataclass
class ProviderServices(Services):
    """The server's services, with a provider in the network."""

    provider: OpenIdProvider = field(default_factory=OpenIdProvider)
    has_key: bool = True

    def http(self, settings: HttpSettings) -> HttpSender:
        assert settings.verify_host
        return self.provider

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Any:
        return self.provider.keys_at(url, algorithm, key_id)

    def sign(self, algorithm: str, claims: Any, media_type: str = "JWT") -> str:
        if not self.has_key:
            raise Unavailable("There is no key.")
        key = token_keys.services().central_key(algorithm)
        return key.signer(SignerProfile(algorithm, media_type, key.key_id)).sign(json.dumps(claims).encode())


@dataclass
class Joe:
    """A user who signs in at the provider."""

    user: AdapterUser
    provider: OpenIdProvider
    redirect: Redirect | None = None

    def start(self, **known: Any) -> dict[str, str]:
        """Begin, and return the parameters of the authorization request."""
        found = self.user.start(**{"issuer": HUB, "flow": "flow-1", **known})
        assert isinstance(found, Redirect), found
        self.redirect = found
        wanted = parameters_of(found.url)
        self.provider.nonce = wanted["nonce"]
        return wanted

    def come_back(self, **changed: str | None) -> Any:
        """Continue with the provider's response; `changed` parameters replace its own."""
        assert self.redirect is not None
        usual = {"code": "code-1", "state": self.redirect.state["state"], "iss": ISSUER}
        form = {name: value for name, value in {**usual, **changed}.items() if value is not None}
        return self.user.make().resume(self.user._request(form, dict(self.redirect.state)))


def joe_at_provider(**settings: str) -> Joe:
    provider = OpenIdProvider()
    services = ProviderServices(provider=provider, is_random=True)
    given = {"Client_ID": CLIENT, "Client_Secret": SECRET, "Issuer": ISSUER, **settings}
    made = plugin_maker(OPENID_CONNECT, {}, **given)()
    user = AdapterUser(lambda: made, services)

    def now() -> float:
        return user.now.timestamp()

    provider.now = now
    return Joe(user, provider)


def failure(result: Any, code: str, detail: str) -> None:
    """Check that a sign-in failed for a reason."""
    assert isinstance(result, Failure), result
    assert (str(result.code), detail in result.detail) == (code, True), result
