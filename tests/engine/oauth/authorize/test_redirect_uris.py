import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.engine.oauth.authorize.redirect_uris import Match, match, only_one

WEB = "https://app.example.com/cb"
# URIs that are similar to the registered one, and lead elsewhere in at least some browsers (RFC 9700, section 4.1).
SIMILAR = [
    "https://app.example.com/cb/",
    "https://app.example.com/CB",
    "https://APP.example.com/cb",
    "HTTPS://app.example.com/cb",
    "http://app.example.com/cb",
    "https://app.example.com:443/cb",
    "https://app.example.com./cb",
    "https://app.example.com/cb?",
    "https://app.example.com/cb?next=x",
    "https://app.example.com/cb#",
    "https://app.example.com/cb#x",
    "https://app.example.com/cb%20",
    "https://app.example.com/%63b",
    "https://app.example.com/x/../cb",
    "https://app.example.com//cb",
    "https://app.example.com\\cb",
    "https://app.example.com@evil.example/cb",
    "https://evil.example\\@app.example.com/cb",
    "https://user@app.example.com/cb",
    "https://app.example.com.evil.example/cb",
    "https://evilapp.example.com/cb",
    "https://app.example.com/cb\n",
    " https://app.example.com/cb",
    "https://app.example.com/cb\u0000",
    "https://\uff41pp.example.com/cb",
    "https://app\u3002example\u3002com/cb",
    "//app.example.com/cb",
    "javascript:alert(1)//https://app.example.com/cb",
    "",
]


@pytest.mark.parametrize("requested", SIMILAR)
def test_a_uri_similar_to_a_registered_one_is_refused(requested: str) -> None:
    assert match([WEB], requested) is None


def test_a_registered_uri_is_accepted_unchanged() -> None:
    assert match([WEB, "app:/cb"], WEB) == Match(WEB)
    assert match([WEB, "app:/cb"], "app:/cb") == Match("app:/cb")
    assert match([f"{WEB}?tenant=1"], f"{WEB}?tenant=1") == Match(f"{WEB}?tenant=1")


@given(st.text(max_size=60))
def test_only_the_registered_uri_is_accepted(requested: str) -> None:
    assert (match([WEB], requested) is not None) == (requested == WEB)


@pytest.mark.parametrize("registered", ["http://127.0.0.1/cb", "http://127.0.0.1:1234/cb"])
@pytest.mark.parametrize("port", ["", ":1", ":8080", ":65535"])
def test_a_native_application_listens_at_any_port_of_its_loopback_address(registered: str, port: str) -> None:
    assert match([registered], f"http://127.0.0.1{port}/cb") is not None


@pytest.mark.parametrize(
    ("registered", "requested"),
    [
        ("http://127.0.0.1/cb", "http://127.0.0.1:0/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:65536/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:8080/cb#x"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:8080/cb/"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:8080/cb?x=1"),
        ("http://127.0.0.1/cb", "http://127.0.0.2:8080/cb"),
        ("http://127.0.0.1/cb", "http://[::1]:8080/cb"),
        ("http://127.0.0.1/cb", "https://127.0.0.1:8080/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:\u0661\u0662/cb"),
        ("http://127.0.0.1/cb", "http://localhost:8080/cb"),
        ("https://127.0.0.1/cb", "https://127.0.0.1:8080/cb"),
        ("http://app.example.com/cb", "http://app.example.com:8080/cb"),
        ("http://localhost/cb", "http://localhost.evil.example:8080/cb"),
    ],
)
def test_a_loopback_address_may_differ_only_in_its_port(registered: str, requested: str) -> None:
    assert match([registered], requested) is None


def test_ipv6_and_named_loopback_addresses_may_differ_in_their_port() -> None:
    assert match(["http://[::1]/cb"], "http://[::1]:9000/cb") is not None
    assert match(["http://localhost/cb?x=1"], "http://localhost:9000/cb?x=1") is not None


@pytest.mark.parametrize(
    ("pattern", "requested"),
    [
        ("https://app.example.com/*", "https://app.example.com/a/b"),
        ("https://app.example.com/*", "https://app.example.com/"),
        ("https://app.example.com/*/cb", "https://app.example.com/tenant-1/cb"),
        ("https://app.example.com/*/cb?x=1", "https://app.example.com/t/cb?x=1"),
        ("https://app.example.com/a*b*c", "https://app.example.com/aXbYc"),
        ("com.example.app:/*", "com.example.app:/done"),
    ],
)
def test_an_asterisk_matches_part_of_a_path(pattern: str, requested: str) -> None:
    assert match([WEB, pattern], requested) == Match(requested, pattern)


@pytest.mark.parametrize(
    "requested",
    [
        "https://app.example.com",
        "https://app.example.com.evil.example/a",
        "https://app.example.com@evil.example/a",
        "https://app.example.com:444/a",
        "https://evil.example/a",
        "http://app.example.com/a",
        "https://app.example.com/a?x=1",
        "https://app.example.com/a?",
        "https://app.example.com/a#x",
        "https://app.example.com/../a",
        "https://app.example.com/a/..",
        "https://app.example.com/a/./b",
        "https://app.example.com//evil.example",
        "https://app.example.com/%2e%2e/a",
        "https://app.example.com/a%2fb",
        "https://app.example.com/a\\b",
        "https://app.example.com/a;b",
        "https://app.example.com/a b",
        "https://app.example.com/a\r\nSet-Cookie: x",
        "https://app.example.com/\u2025/a",
        "https://app.example.com/*",
    ],
)
def test_an_asterisk_matches_nothing_else(requested: str) -> None:
    assert match(["https://app.example.com/*"], requested) is None


@pytest.mark.parametrize(
    ("pattern", "requested"),
    [
        ("https://*.example.com/cb", "https://evil.example.com/cb"),
        ("https://app.example.com*/cb", "https://app.example.com.evil.example/cb"),
        ("https://app.example.com:*/cb", "https://app.example.com:1/cb"),
        ("https://app.example.com/cb?x=*", "https://app.example.com/cb?x=1"),
        ("*", "https://evil.example/"),
        ("*://app.example.com/cb", "https://app.example.com/cb"),
        ("https:*", "https://evil.example/"),
        ("https://*", "https://evil.example/"),
    ],
)
def test_an_asterisk_in_another_place_matches_nothing(pattern: str, requested: str) -> None:
    assert match([pattern], requested) is None


def test_many_asterisks_match_as_fast_as_few() -> None:
    pattern = "https://app.example.com/" + "*a" * 400 + "b"
    assert match([pattern], "https://app.example.com/" + "a" * 2000) is None


def test_a_uri_that_is_too_long_is_refused_without_comparison() -> None:
    assert match(["https://app.example.com/*"], "https://app.example.com/" + "a" * 3000) is None


def test_only_a_single_complete_uri_can_be_omitted() -> None:
    assert only_one([WEB]) == Match(WEB)
    assert only_one([]) is None
    assert only_one([WEB, "app:/cb"]) is None
    assert only_one(["https://app.example.com/*"]) is None
