"""The issuers of a server, and the addresses of their documents."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.engine.keys.key_material import KeyMaterial
from hanse.engine.snapshot.issuer_names import IssuerAddress, IssuerName, VirtualIssuer, names
from hanse.engine.snapshot.metadata import JWKS_PATH
from hanse.engine.snapshot.model import OPENID_CONFIGURATION, SERVER_METADATA, PublishedIssuer, Snapshot, assemble
from hanse.engine.snapshot.public_document import Document

NO_KEYS = KeyMaterial([], [])


def snapshot_of(*found: IssuerName) -> Snapshot:
    """Return a snapshot whose documents are the issuers' identifiers."""

    def issuer(name: IssuerName) -> PublishedIssuer:
        return PublishedIssuer(
            name,
            NO_KEYS,
            Document.of(f"metadata {name.identifier}".encode()),
            Document.of(f"keys {name.identifier}".encode()),
        )

    return assemble(Snapshot(), map(issuer, found), dynamic=False)


def body(snapshot: Snapshot, host: str, path: str) -> str | None:
    document = snapshot.documents.get((host, path))
    return None if document is None else document.body.decode()


@pytest.mark.parametrize(
    ("base_url", "identifier", "place"),
    [
        ("https://sso.example.com:9031", "https://sso.example.com:9031", IssuerAddress("sso.example.com")),
        ("https://sso.example.com/", "https://sso.example.com", IssuerAddress("sso.example.com")),
        ("https://SSO.Example.com/fed/", "https://SSO.Example.com/fed", IssuerAddress("sso.example.com", "/fed")),
        ("http://127.0.0.1:9031", "http://127.0.0.1:9031", IssuerAddress("127.0.0.1")),
        ("https://[::1]:9031", "https://[::1]:9031", IssuerAddress("[::1]")),
        ("https://[0:0:0:0:0:0:0:1]", "https://[0:0:0:0:0:0:0:1]", IssuerAddress("[::1]")),
        ("https://bücher.example", "https://bücher.example", IssuerAddress("xn--bcher-kva.example")),
        ("https://sso.example.com/a%20b", "https://sso.example.com/a%20b", IssuerAddress("sso.example.com", "/a b")),
    ],
)
def test_the_base_url_is_an_issuer(base_url: str, identifier: str, place: IssuerAddress) -> None:
    assert list(names(base_url, [], [])) == [IssuerName(identifier, place)]


def test_a_virtual_host_name_is_the_base_url_with_another_host() -> None:
    assert list(names("https://sso.example.com:9031/fed", ["Login.example.org"], []))[1:] == [
        IssuerName("https://Login.example.org:9031/fed", IssuerAddress("login.example.org", "/fed"))
    ]


@pytest.mark.parametrize(
    ("base_url", "identifier"),
    [
        ("https://sso.example.com:9031/fed", "https://brand.example:9031/a/b"),
        ("https://sso.example.com", "https://brand.example/a/b"),
        ("http://localhost:9031", "http://brand.example:9031/a/b"),
        (None, "https://brand.example/a/b"),
    ],
)
def test_a_virtual_issuer_has_the_scheme_and_port_of_the_base_url(base_url: str | None, identifier: str) -> None:
    found = next(names(base_url, [], [VirtualIssuer("i1", "brand.example", "/a/b")]))
    assert found == IssuerName(identifier, IssuerAddress("brand.example", "/a/b"), "i1")


def test_without_a_base_url_host_names_are_not_issuers() -> None:
    assert list(names(None, ["login.example.org"], [])) == []


def test_a_virtual_issuer_takes_precedence_at_its_address() -> None:
    issuers = [VirtualIssuer("i1", "SSO.example.com", ""), VirtualIssuer("i2", "login.example.org", "")]
    snapshot = snapshot_of(*names("https://sso.example.com", ["login.example.org"], issuers))
    assert {place.host: issuer.name.virtual_issuer for place, issuer in snapshot.places.items()} == {
        "sso.example.com": "i1",
        "login.example.org": "i2",
    }


def test_documents_are_at_the_paths_of_both_specifications() -> None:
    snapshot = snapshot_of(*names("https://h", [], [VirtualIssuer("i1", "h", "/a/b")]))
    assert {path: document.body.decode() for (_, path), document in snapshot.documents.items()} == {
        "/.well-known/openid-configuration": "metadata https://h",
        "/.well-known/oauth-authorization-server": "metadata https://h",
        "/pf/JWKS": "keys https://h",
        "/a/b/.well-known/openid-configuration": "metadata https://h/a/b",
        "/.well-known/openid-configuration/a/b": "metadata https://h/a/b",
        "/.well-known/oauth-authorization-server/a/b": "metadata https://h/a/b",
        "/a/b/pf/JWKS": "keys https://h/a/b",
    }


HOSTS = st.sampled_from(["a.example", "B.example", "c.example"])
# Segments of document paths, so that paths of issuers can collide with documents.
SEGMENTS = st.sampled_from(["a", ".well-known", "openid-configuration", "oauth-authorization-server", "pf", "JWKS"])
PATHS = st.lists(SEGMENTS, max_size=4).map(lambda segments: "".join(f"/{segment}" for segment in segments))
ISSUERS = st.lists(st.tuples(HOSTS, PATHS), unique_by=lambda pair: (pair[0].lower(), pair[1]), max_size=6).map(
    lambda pairs: [VirtualIssuer(str(index), *pair) for index, pair in enumerate(pairs)]
)


@given(hosts=st.lists(HOSTS, unique=True), issuers=ISSUERS)
def test_every_issuer_is_found_by_its_identifier(hosts: list[str], issuers: list[VirtualIssuer]) -> None:
    snapshot = snapshot_of(*names("https://base.example:9031", hosts, issuers))
    for identifier, issuer in snapshot.issuers.items():
        url = urlsplit(identifier)
        assert snapshot.issuer_at(url.hostname or "", url.path) is issuer
        # The metadata path after the issuer's path, as in OpenID Connect Discovery, always belongs to the issuer.
        assert body(snapshot, url.hostname or "", f"{url.path}{JWKS_PATH}") == f"keys {identifier}"
        assert body(snapshot, url.hostname or "", f"{url.path}{OPENID_CONFIGURATION}") == f"metadata {identifier}"


@given(issuers=ISSUERS, host=HOSTS, path=PATHS)
def test_documents_have_distinct_addresses(issuers: list[VirtualIssuer], host: str, path: str) -> None:
    snapshot = snapshot_of(*names("https://base.example:9031", [], issuers))
    found = body(snapshot, host.lower(), path)
    if found is not None:
        kind, identifier = found.split()
        url = urlsplit(identifier)
        ways = {
            "keys": {f"{url.path}{JWKS_PATH}"},
            "metadata": {
                f"{url.path}{OPENID_CONFIGURATION}",
                f"{OPENID_CONFIGURATION}{url.path}",
                f"{SERVER_METADATA}{url.path}",
            },
        }[kind]
        assert url.hostname == host.lower()
        assert path in ways
