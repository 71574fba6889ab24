"""Documents that issuers publish over HTTP, and requests that are refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.engine.http.published_documents import is_known
from tests.engine.server import BASE_URL, DISCOVERY, HOST, JWKS, SERVER_METADATA, EngineServer

NOTHING = {"error": "invalid_request", "error_description": "There is no endpoint at this address."}


@pytest.fixture
def database_kind() -> str:
    """Published documents do not depend on the database."""
    return "sqlite"


@pytest.fixture
def issuing(engine: EngineServer) -> EngineServer:
    """An engine with a base URL."""
    engine.set_base_url()
    return engine


def test_before_the_wizard_there_is_no_issuer(engine: EngineServer) -> None:
    for path in (DISCOVERY, SERVER_METADATA, JWKS):
        answer = engine.get(path)
        assert (answer.status_code, answer.json()) == (404, NOTHING)


def test_the_metadata_names_its_issuer_and_omits_empty_members(issuing: EngineServer) -> None:
    metadata = issuing.verified()
    assert (metadata["issuer"], metadata["jwks_uri"]) == (BASE_URL, f"{BASE_URL}/pf/JWKS")
    assert metadata["id_token_signing_alg_values_supported"][:9] == [
        *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
        *("ES256", "ES384", "ES512"),
    ]
    # OpenID Connect Discovery, section 4.2: claims with zero elements are omitted.
    assert [name for name, value in metadata.items() if value in ([], "", None)] == []


def test_every_host_and_path_has_its_own_metadata(issuing: EngineServer) -> None:
    issuing.set_hosts("login.example.org")
    issuing.add_issuer("Brand", "brand.example", "/bank")
    issuing.add_issuer("Root", "brand.example")
    assert issuing.verified(host="login.example.org")["issuer"] == "https://login.example.org:9031"
    assert issuing.verified(host="brand.example")["issuer"] == "https://brand.example:9031"
    assert issuing.verified("/bank", host="brand.example")["issuer"] == "https://brand.example:9031/bank"
    inserted = issuing.get(f"{SERVER_METADATA}/bank", host="brand.example")
    assert inserted.json() == issuing.get(f"/bank{DISCOVERY}", host="brand.example").json()


@pytest.mark.parametrize(
    "host",
    [
        "sso.example.com",
        "sso.example.com:443",
        "SSO.EXAMPLE.COM:9031",
    ],
)
def test_the_host_matches_in_any_case_and_with_any_port(issuing: EngineServer, host: str) -> None:
    assert issuing.get(DISCOVERY, host=host).json()["issuer"] == BASE_URL


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example", 404),
        ("sso.example.com.evil.example", 404),
        ("evilsso.example.com", 404),
        ("127.0.0.1:9031", 404),
        ("[::1]:9031", 404),
        ("sso.example.com.", 404),
        ("sso.example.com:9031@evil.example", 400),
        ("evil.example/sso.example.com", 400),
        ("sso.example.com, evil.example", 400),
        ("sso.example.com:99999x", 400),
        ("", 400),
    ],
)
def test_unknown_hosts_get_no_metadata_and_are_not_echoed(issuing: EngineServer, host: str, status: int) -> None:
    for path in (DISCOVERY, SERVER_METADATA, JWKS):
        answer = issuing.get(path, host=host)
        assert answer.status_code == status
        assert "evil" not in answer.text + str(answer.headers)
        assert "sso.example" not in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"X-Forwarded-Host": "evil.example"},
        {"Forwarded": "host=evil.example"},
        {"X-Original-Host": "evil.example", "X-Forwarded-Proto": "http"},
    ],
)
def test_no_other_header_changes_the_document(issuing: EngineServer, fields: dict[str, str]) -> None:
    plain = issuing.get(DISCOVERY)
    assert issuing.request("GET", DISCOVERY, headers=fields).content == plain.content


@pytest.mark.parametrize("path", ["/x", "//", "/bank/", "/%2e%2e"])
def test_unknown_paths_get_the_same_404(issuing: EngineServer, path: str) -> None:
    issuing.add_issuer("Brand", "sso.example.com", "/bank")
    for unknown in (f"{path}{DISCOVERY}", f"{path}{JWKS}", f"{SERVER_METADATA}{path}"):
        answer = issuing.get(unknown)
        assert (answer.status_code, answer.json()) == (404, NOTHING)


@pytest.mark.parametrize("path", [DISCOVERY, SERVER_METADATA, JWKS])
def test_caches_keep_documents_briefly_and_revalidate_them(issuing: EngineServer, path: str) -> None:
    answer = issuing.get(path)
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "public, max-age=15"
    again = issuing.get(path, **{"If-None-Match": f'"other", W/{answer.headers["ETag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == answer.headers["ETag"]
    assert again.headers["Cache-Control"] == answer.headers["Cache-Control"]
    other = issuing.get(path, **{"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, answer.content)


@pytest.mark.parametrize("path", [DISCOVERY, JWKS])
def test_head_is_get_without_the_body(issuing: EngineServer, path: str) -> None:
    answer, head = issuing.get(path), issuing.request("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["Content-Length"]) == len(answer.content)
    assert head.headers["ETag"] == answer.headers["ETag"]


def test_pages_of_any_origin_may_read_documents(issuing: EngineServer) -> None:
    origin = {"Origin": "https://app.example"}
    for path in (DISCOVERY, JWKS):
        answer = issuing.get(path, **origin)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        preflight_headers = {
            **origin,
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "if-none-match",
        }
        preflight = issuing.request("OPTIONS", path, headers=preflight_headers)
        assert preflight.status_code == 204
        assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
        assert preflight.headers["Access-Control-Allow-Headers"] == "*"
    assert issuing.request("OPTIONS", JWKS, host="evil.example").status_code == 404


def test_only_reading_is_allowed(issuing: EngineServer) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = issuing.request(method, JWKS)
        assert answer.status_code == 405
        assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_the_jwks_has_no_private_member(issuing: EngineServer) -> None:
    keys: list[dict[str, Any]] = issuing.get(JWKS).json()["keys"]
    public = {"kty", "kid", "use", "alg", "n", "e", "crv", "x", "y"}
    assert {name for key in keys for name in key} == public
    assert len({key["kid"] for key in keys}) == len(keys) == 8


def test_no_request_reads_the_database(issuing: EngineServer) -> None:
    issuing.add_issuer("Brand", "brand.example", "/bank")
    statements = issuing.statements()
    for host, path in ((HOST, ""), ("brand.example", "/bank"), ("evil.example", ""), (HOST, "/unknown")):
        for document in (DISCOVERY, JWKS):
            issuing.get(f"{path}{document}", host=host, **{"If-None-Match": '"other"'})
    assert statements == []
    issuing.core.configuration.database.ping()
    assert statements[-1] == "SELECT 1"


def test_the_metrics_count_by_template(issuing: EngineServer) -> None:
    issuing.get(JWKS)
    issuing.add_issuer("Brand", "brand.example", "/bank")
    issuing.get(f"/bank{JWKS}", host="brand.example")
    issuing.get(f"/somebody/elses{JWKS}")
    metrics = issuing.get("/metrics", host=HOST).text
    assert 'route="/pf/JWKS"' in metrics
    assert 'route="/{issuer}/pf/JWKS"' in metrics
    assert "somebody" not in metrics
    revision = issuing.follower.snapshot.version.revision
    assert f"hanse_engine_revision {float(revision)}" in metrics


@given(st.binary(max_size=30).filter(lambda text: b"*" not in text))
def test_any_list_of_tags_can_be_read(text: bytes) -> None:
    assert not is_known(b'"abc"', text)
    assert is_known(b'"abc"', text + b', W/"abc"')
    assert is_known(b'"abc"', text + b",*")
