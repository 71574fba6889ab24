"""The REST API data store: requests with escaped values, authentication, repetitions, and attributes of answers."""

import json
from collections.abc import Mapping

import pytest

from hanse.config.plugins.plugin import SettingRefused
from hanse.data_stores.settings import (
    HttpAnswer,
    HttpRequest,
    HttpSettings,
    SourceFailed,
    SourceUnreachable,
)
from hanse.plugins.data_stores.rest.fields import FORM
from tests.plugins.data_stores.rest_service import (
    ANSWER,
    AUTHORIZATION,
    BASE,
    BODY,
    PATH,
    TOKENS,
    USER,
    Clock,
    Sender,
    sent_headers,
    store,
    url_for,
)


def test_attributes_are_found_by_their_pointers() -> None:
    found = store().look_up({}, {}, Sender())
    assert found == {"mail": ("ada@example.com",), "groups": ("blue", "red"), "age": ("36",), "slash": ("true",)}


@pytest.mark.parametrize(
    ("path", "values", "url"),
    [
        ("/users?uid=${username}", USER, f"{BASE}/users?uid=ada"),
        ("users/${username}", USER, f"{BASE}/users/ada"),
        ("?uid=${username}", USER, f"{BASE}?uid=ada"),
        ("", {}, BASE),
        ("/users/${username}", {"username": "a/b?c&d#e%f ü"}, f"{BASE}/users/a%2Fb%3Fc%26d%23e%25f%20%C3%BC"),
        ("@evil.example/${username}", USER, f"{BASE}/@evil.example/ada"),
        ("/users/${missing:-guest}", {}, f"{BASE}/users/guest"),
        ("/users/${username:-guest}", USER, f"{BASE}/users/ada"),
    ],
)
def test_values_of_users_are_percent_encoded(path: str, values: Mapping[str, str], url: str) -> None:
    assert url_for(path, **values) == url


@pytest.mark.parametrize("value", ["..", ".", "..;x"])
def test_a_value_cannot_lead_to_another_resource(value: str) -> None:
    with pytest.raises(SourceFailed, match="segments of dots"):
        url_for("/users/${username}", username=value) and url_for("/users/${username};v=1", username=value)
    with pytest.raises(SourceFailed, match="segments of dots"):
        url_for("/users/${username};v=1", username="..")


@pytest.mark.parametrize(
    ("type_", "body", "sent"),
    [
        ("application/json", '{"uid": "${username}"}', b'{"uid": "a\\"b\\u00fc&c"}'),
        ("application/x-www-form-urlencoded", "uid=${username}", b"uid=a%22b%C3%BC%26c"),
        ("text/xml", "<all/>", b"<all/>"),
    ],
)
def test_values_in_a_body_are_escaped_for_its_type(type_: str, body: str, sent: bytes) -> None:
    sender = Sender()
    values = {"username": 'a"bü&c'}
    store(headers={"Content-Type": type_}, HTTP_Method="POST").look_up({BODY: body}, values, sender)
    assert (sender.sent[0].method, sender.sent[0].content) == ("POST", sent)


def test_a_body_of_another_type_has_no_values() -> None:
    with pytest.raises(SourceFailed, match="JSON or a form"):
        store(headers={"Content-Type": "text/xml"}).look_up({BODY: "<u>${username}</u>"}, USER, Sender())


def test_a_value_cannot_add_a_header_field() -> None:
    with pytest.raises(SourceFailed, match="printable"):
        store().look_up({AUTHORIZATION: "Bearer ${token}"}, {"token": "a\r\nX-Admin: 1"}, Sender())


def test_header_fields_of_the_table_replace_the_usual_ones() -> None:
    usual = {"Accept": "application/json", "Content-Type": "application/json"}
    assert sent_headers(store()) == usual
    assert sent_headers(store(values={"Exclude default Content-Type from GET Request": "true"})) == {
        "Accept": usual["Accept"]
    }
    assert sent_headers(store(headers={"accept": "application/scim+json", "X-Key": "7"})) == {
        "accept": "application/scim+json",
        "X-Key": "7",
        "Content-Type": "application/json",
    }


def test_requests_are_repeated_after_the_configured_statuses() -> None:
    answers = [HttpAnswer(429, b"", "1"), HttpAnswer(503, b""), HttpAnswer(200, json.dumps(ANSWER).encode())]
    clock, sender = Clock(), Sender(lambda _request: answers.pop(0))
    made = store(clock, Retry_Error_Codes="429, 503")
    assert made.look_up({}, {}, sender)
    assert clock.now == pytest.approx(1.2)


@pytest.mark.parametrize(("more", "attempts"), [({"Maximum_Retries_Limit": "2"}, 3), ({"Retry_Request": "false"}, 1)])
def test_repetitions_are_limited(more: dict[str, str], attempts: int) -> None:
    sender = Sender(lambda _request: HttpAnswer(429, b""))
    with pytest.raises(SourceFailed, match="status 429"):
        store(values=more).look_up({}, {}, sender)
    assert len(sender.sent) == attempts


@pytest.mark.parametrize("status", [204, 404])
def test_an_unknown_user_has_no_attributes(status: int) -> None:
    assert store().look_up({}, {}, Sender(lambda _request: HttpAnswer(status, b""))) == {}


@pytest.mark.parametrize("content", [b"", b"<html>", b"[" * 100_000])
def test_an_answer_that_is_not_json_is_a_failure(content: bytes) -> None:
    with pytest.raises(SourceFailed, match="not JSON"):
        store().look_up({}, {}, Sender(lambda _request: HttpAnswer(200, content)))


def test_a_node_uses_the_addresses_with_its_tags_and_the_next_one_if_one_is_unreachable() -> None:
    rows = [
        {"Base URL": "https://eu1.example.com", "Tags": "eu"},
        {"Base URL": "https://eu2.example.com", "Tags": "eu, west"},
        {"Base URL": "https://us.example.com"},
    ]

    def answer(request: HttpRequest) -> HttpAnswer:
        if "eu1" in request.url:
            raise SourceUnreachable("away")
        return HttpAnswer(200, json.dumps(ANSWER).encode())

    def requested(*tags: str) -> list[str]:
        sender = Sender(answer, frozenset(tags))
        store(bases=rows).look_up({}, {}, sender)
        return [each.url for each in sender.sent]

    assert requested("west") == ["https://eu2.example.com"]
    assert requested("eu") == ["https://eu1.example.com", "https://eu2.example.com"]
    with pytest.raises(SourceUnreachable):
        # Nodes elsewhere use the default, which is the first row here, and no address of other nodes.
        requested("asia")


def test_answers_are_used_again_for_equal_requests_only_and_only_for_a_while() -> None:
    clock, sender = Clock(), Sender()
    made = store(clock, values={"Answer Cache Lifetime (seconds)": "10"})
    for name in ("ada", "ada", "bob"):
        made.look_up({PATH: "/${username}"}, {"username": name}, sender)
    assert [each.url for each in sender.sent] == [f"{BASE}/ada", f"{BASE}/bob"]
    clock.now = 10.0
    made.look_up({PATH: "/${username}"}, USER, sender)
    assert len(sender.sent) == 3
    plain, again = store(), Sender()
    plain.look_up({}, {}, again)
    plain.look_up({}, {}, again)
    assert len(again.sent) == 2


@pytest.mark.parametrize(("status", "test_url", "works"), [(200, "", True), (404, "", True), (404, TOKENS, False)])
def test_a_connection_test_requests_its_own_url_or_a_base_url(status: int, test_url: str, works: bool) -> None:
    sender = Sender(lambda _request: HttpAnswer(status, b""))
    made = store(Test_Connection_URL=test_url, Test_Connection_Body='{"a": 1}')
    if works:
        made.check(sender)
    else:
        with pytest.raises(SourceFailed, match="status 404"):
            made.check(sender)
    assert (sender.sent[0].url, sender.sent[0].content) == (test_url or BASE, b'{"a": 1}')


@pytest.mark.parametrize("status", [401, 403, 500])
def test_a_connection_test_fails_without_access(status: int) -> None:
    with pytest.raises(SourceFailed):
        store().check(Sender(lambda _request: HttpAnswer(status, b"")))


def test_limits_of_connections_are_those_of_the_settings() -> None:
    sender = Sender()
    values = {"Read Timeout (ms)": "-1", "Connection Timeout (ms)": "250", "Max Payload Size (KB)": "2"}
    store(values=values, Enable_HTTPS_Hostname_Verification="false", Maximum_Connections="3").look_up({}, {}, sender)
    assert sender.settings[0] == HttpSettings(
        verify_host=False, connect_timeout=0.25, read_timeout=60.0, most_connections=3, most_bytes=2048
    )


@pytest.mark.parametrize(
    ("values", "setting"),
    [
        ({"Authentication_Method": "Basic Authentication"}, "Username"),
        ({"Authentication_Method": "OAuth 2.0 Bearer Token"}, "OAuth Token Endpoint"),
        ({"Authentication_Method": "OAuth 2.0 Bearer Token", "OAuth_Token_Endpoint": TOKENS}, "Client ID"),
    ],
)
def test_an_authentication_method_needs_its_fields(values: dict[str, str], setting: str) -> None:
    with pytest.raises(SettingRefused) as refused:
        store(values=values)
    assert refused.value.setting == setting


@pytest.mark.parametrize(
    ("table", "column", "text"),
    [
        ("Base URLs and Tags", "Base URL", "https://a.example/?x=1"),
        ("Base URLs and Tags", "Base URL", "https://a:b@a.example/"),
        ("Base URLs and Tags", "Base URL", "ftp://a.example/"),
        ("Attributes", "JSON Response Attribute Path", "mail"),
        ("Attributes", "JSON Response Attribute Path", "/a~2"),
        ("HTTP Request Headers", "Header Name", "Host"),
        ("HTTP Request Headers", "Header Name", "a b"),
        ("HTTP Request Headers", "Header Value", "a\r\nb: c"),
    ],
)
def test_malformed_columns_are_refused(table: str, column: str, text: str) -> None:
    declared = FORM.field(column, table)
    assert declared is not None
    assert declared.errors(text)
