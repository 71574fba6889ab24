"""The policies of pages."""

import pytest

from hanse.engine.http.policies import form_target, page_policy


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("https://app.example.com/callback?x=1", "https://app.example.com"),
        ("https://App.Example.com:8443/cb", "https://app.example.com:8443"),
        ("http://127.0.0.1:49152/", "http://127.0.0.1:49152"),
        ("http://[::1]:8080/cb", "http:"),
        ("com.example.app:/callback", "com.example.app:"),
        ("https://user;script-src *@evil.example/", "https://evil.example"),
        ("https://evil.example; script-src */", "https:"),
    ],
)
def test_a_form_may_lead_to_the_origin_of_a_redirect_uri(uri: str, expected: str) -> None:
    assert form_target(uri) == expected


def test_a_page_names_its_targets_and_scripts() -> None:
    _, policy = page_policy(["https://app.example/cb", "https://app.example/other"], ["sha256-abc="])
    directives = dict(each.split(" ", 1) for each in policy.decode().split("; "))
    assert directives["form-action"] == "'self' https://app.example"
    assert directives["script-src"] == "'self' 'sha256-abc='"
    assert directives["frame-ancestors"] == "'none'"
