"""Fuzzing: for any input, the answer of the endpoint is one that the specifications define, and never an internal
error."""

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanse.engine.oauth.authorize.checks.repetition import KNOWN
from hanse.engine.oauth.paths import AUTHORIZATION_PATH as PATH
from tests.engine.oauth.site import CALLBACK, Site

VALUES = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            "web",
            CALLBACK,
            "code",
            "openid",
            "openid email",
            "none",
            "S256",
            "{}",
            "[]",
            '{"id_token":null}',
            "[{}]",
            "x" * 9000,
            "\0",
            "%00",
            "https://evil.example/",
        ]
    ),
)
FORM = "application/x-www-form-urlencoded"
NAMES = st.one_of(st.sampled_from([*KNOWN, "resource", "pfidpadapterid"]), st.text(max_size=10))
PAIRS = st.lists(st.tuples(NAMES, VALUES), max_size=12)
# With these parameters a request passes the checks of the client and its redirect URI.
VALID_CLIENT = [("client_id", "web"), ("redirect_uri", CALLBACK)]
ERRORS = {
    "invalid_request",
    "unauthorized_client",
    "access_denied",
    "unsupported_response_type",
    "invalid_scope",
    "invalid_target",
    "invalid_authorization_details",
    "invalid_request_object",
    "invalid_request_uri",
    "request_uri_not_supported",
    "registration_not_supported",
    "consent_required",
}
FUZZED = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def check(site: Site, pairs: Sequence[tuple[str, str]], method: str) -> None:
    encoded = urlencode([(name.encode("utf-8", "ignore"), value.encode("utf-8", "ignore")) for name, value in pairs])
    if method == "GET":
        response = site.send("GET", f"{PATH}?{encoded}")
    else:
        response = site.send("POST", PATH, encoded, {"Content-Type": FORM})
    assert response.status_code in (200, 303, 400), (response.status_code, pairs)
    if response.status_code == 303:
        location = response.headers["location"]
        assert location.startswith((f"{CALLBACK}?", f"{CALLBACK}#")), location
        parts = urlsplit(location)
        error = next((each[6:] for each in (parts.query or parts.fragment).split("&") if each.startswith("error=")), "")
        assert error in ERRORS, location


@FUZZED
@given(pairs=PAIRS, method=st.sampled_from(["GET", "POST"]))
def test_any_parameters_get_a_defined_answer(site: Site, pairs: list[tuple[str, str]], method: str) -> None:
    check(site, pairs, method)


@FUZZED
@given(pairs=PAIRS)
def test_any_parameters_of_a_known_client_get_a_defined_answer(site: Site, pairs: list[tuple[str, str]]) -> None:
    check(site, [*VALID_CLIENT, *((name, value) for name, value in pairs if name not in dict(VALID_CLIENT))], "GET")


@FUZZED
@given(
    body=st.binary(max_size=200), content_type=st.sampled_from(["application/x-www-form-urlencoded", "text/plain", ""])
)
def test_any_body_without_a_client_is_refused(site: Site, body: bytes, content_type: str) -> None:
    response = site.send("POST", PATH, body, {"Content-Type": content_type})
    assert response.status_code == 400
