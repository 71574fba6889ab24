"""The endpoints that the console shows exist at every address of the engine, and no published endpoint is missing."""

from urllib.parse import urlsplit

import pytest

from hanse.app.engine_app import ENDPOINTS, addresses
from hanse.engine.endpoints import declared_endpoints
from tests.engine.server import EngineServer


def listed_endpoints(engine: EngineServer) -> dict[str, list[str]]:
    """Return the URLs of the endpoints by the address under which they are shown."""
    with engine.core.configuration.reading() as view:
        return {
            f"{each.origin}{each.path}": [
                endpoint.template.replace("{origin}", each.origin).replace("{path}", each.path)
                for endpoint in ENDPOINTS
            ]
            for each in addresses(view)
        }


# Endpoints that answer with 404 until a connection or a mapping needs them.
NEED_CONNECTIONS = ("/pf/federation_metadata.ping", "/pf/adapter2adapter.ping", "/sp/startSSO.ping")


def test_every_endpoint_answers_at_every_address(engine: EngineServer) -> None:
    engine.set_hosts("login.example.com")
    engine.add_issuer("Bremen", "bremen.example", "/town")
    engine.set_base_url()
    shown = listed_endpoints(engine)
    assert list(shown) == [
        "https://sso.example.com:9031",
        "https://login.example.com:9031",
        "https://bremen.example:9031/town",
    ]
    published = {f"https://{host}:9031{path}" for host, path in engine.follower.snapshot.documents}
    for address, urls in shown.items():
        for url in urls:
            parts = urlsplit(url)
            answer = engine.get(parts.path, host=parts.netloc)
            # Endpoints that are not documents require other kinds of requests.
            assert answer.status_code == 200 or url not in published, (url, answer.status_code)
            assert answer.status_code != 500, url
            assert answer.status_code != 404 or parts.path.endswith(NEED_CONNECTIONS), url
            if "/.well-known/" in url:
                metadata = answer.json()
                assert metadata.get("issuer") == address or metadata["authorization_servers"] == [address]


def test_no_published_endpoint_is_missing(engine: EngineServer) -> None:
    engine.set_base_url()
    (urls,) = listed_endpoints(engine).values()
    shown = {(parts.hostname, parts.path) for parts in map(urlsplit, urls)}
    assert set(engine.follower.snapshot.documents) <= shown
    listed = {path for host, path in shown if host == "sso.example.com"}
    assert {each.path for each in declared_endpoints() if each.title} <= listed


@pytest.mark.parametrize("base_url", [None, "https://bremen.example:9031"])
def test_the_base_url_comes_first_and_differs_from_the_others(engine: EngineServer, base_url: str | None) -> None:
    if base_url:
        engine.set_base_url(base_url)
    engine.add_issuer("Bremen", "bremen.example")
    engine.add_issuer("Wismar", "wismar.example")
    with engine.core.configuration.reading() as view:
        found = [(each.origin, each.is_virtual) for each in addresses(view)]
    port = ":9031" if base_url else ""
    assert found == [(f"https://bremen.example{port}", not base_url), (f"https://wismar.example{port}", True)]
