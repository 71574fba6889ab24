"""The keys at clients' JWKS URLs: fetched, cached, and refreshed at a limited rate."""

import json

import pytest
from joserfc.jwk import ECKey

from hanse.engine.oauth.jose import client_keys
from hanse.engine.oauth.jose.client_keys import NoClientKeys
from tests.engine.oidc.conftest import provider
from tests.engine.oidc.provider import Provider
from tests.support.key_pairs import ec_key

__all__ = ["provider"]
URL = "https://web.example.com/jwks"


def jwks(number: int) -> bytes:
    return json.dumps(
        {"keys": [ECKey.import_key(ec_key(number), {"kid": str(number)}).as_dict(private=False)]}
    ).encode()


def key_id(provider: Provider, *, newer: bool = False) -> str:
    return str(provider.run(provider.keys.load(provider.client(), newer=newer))[0]["kid"])


def test_a_client_without_keys_has_none(provider: Provider) -> None:
    provider.save_client()
    with pytest.raises(NoClientKeys):
        provider.run(provider.keys.load(provider.client()))


def test_keys_are_fetched_again_when_they_may_be_outdated(provider: Provider) -> None:
    provider.save_client(jwksSettings={"jwksUrl": URL})
    provider.outgoing.documents[URL] = (200, jwks(1))
    assert [key_id(provider) for _ in range(3)] == ["1"] * 3
    assert provider.outgoing.fetched == [URL]
    provider.outgoing.documents[URL] = (200, jwks(2))
    # An unknown key may be a new one, but clients cannot make the server fetch the address repeatedly.
    assert key_id(provider, newer=True) == "1"
    provider.server.clock.advance(seconds=client_keys.REFETCH_SECONDS)
    assert [key_id(provider, newer=True) for _ in range(3)] == ["2"] * 3
    provider.outgoing.documents[URL] = (200, jwks(3))
    provider.server.clock.advance(seconds=client_keys.FRESH_SECONDS)
    assert key_id(provider) == "3"
    assert provider.outgoing.fetched == [URL] * 3


@pytest.mark.parametrize(
    "answer", [(500, b""), (200, b"no JSON"), (200, b'{"keys":[]}'), (200, b"\xff"), (200, b'{"keys":[{"kty":"oct"}]}')]
)
def test_the_last_fetched_keys_stay_valid_while_the_address_fails(
    provider: Provider, answer: tuple[int, bytes]
) -> None:
    provider.save_client(jwksSettings={"jwksUrl": URL})
    provider.outgoing.documents[URL] = answer
    with pytest.raises(NoClientKeys):
        key_id(provider)
    with pytest.raises(NoClientKeys):
        key_id(provider)
    assert len(provider.outgoing.fetched) == 1
    provider.server.clock.advance(seconds=client_keys.REFETCH_SECONDS)
    provider.outgoing.documents[URL] = (200, jwks(1))
    assert key_id(provider) == "1"
    provider.outgoing.documents[URL] = answer
    provider.server.clock.advance(seconds=client_keys.FRESH_SECONDS)
    assert key_id(provider) == "1"
    provider.server.clock.advance(seconds=client_keys.STALE_SECONDS)
    with pytest.raises(NoClientKeys):
        key_id(provider)


def test_the_cache_is_bounded(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_keys, "MOST_ADDRESSES", 2)
    for number in range(3):
        url = f"{URL}/{number}"
        provider.outgoing.documents[url] = (200, jwks(number))
        provider.save_client(f"web{number}", jwksSettings={"jwksUrl": url})
    for number in (0, 1, 2, 2, 0):
        provider.run(provider.keys.load(provider.client(f"web{number}")))
    assert [url[-1] for url in provider.outgoing.fetched] == ["0", "1", "2", "0"]
