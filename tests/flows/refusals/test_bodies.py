"""Invalid request bodies: each kind of error has its own clear answer, for every operation."""

import json
from typing import Any

import pytest

from tests.flows.refusals.wrong_requests import BODIES, CONNECTIONS, HOSTS, JSON, MEBIBYTE, SETTINGS, send
from tests.flows.server import API, Client, FlowServer


@pytest.mark.parametrize(("method", "path"), BODIES)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The request body is not valid JSON."),
        ("{", "The request body is not valid JSON."),
        ("{'a': 1}", "The request body is not valid JSON."),
        ('{"a": 1} extra', "The request body is not valid JSON."),
        ('{"a": NaN}', "The request body is not valid JSON."),
        ('{"a": -Infinity}', "The request body is not valid JSON."),
        ('{"a": "\x01"}', "The request body is not valid JSON."),
        ('{"a": "\x00"}', "The request body is not valid JSON."),
        ('\ufeff{"a": 1}', "The request body is not valid JSON."),
        ("[" * 100_000 + "]" * 100_000, "The request body is not valid JSON."),
        ('{"a":' * 500 + "1" + "}" * 500, "The request body is not valid JSON."),
        ('{"name": "\\ud800"}', "The request body is not valid JSON."),
        ('{"\\udfff": 1}', "The request body is not valid JSON."),
        ('{"a": 1, "a": 1}', "The request body names 'a' more than once in one object."),
        ('{"a": {"b": 1, "\\u0062": 2}}', "The request body names 'b' more than once in one object."),
        ('{"\\ud800": 1, "\\ud800": 1}', "The request body names '\\ud800' more than once in one object."),
        (b'{"a": "\xff"}', "The request body is not UTF-8 text."),
        (b'{"a": "\xed\xa0\x80"}', "The request body is not UTF-8 text."),
        ('{"a": 1}'.encode("utf-16"), "The request body is not UTF-8 text."),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, str | bytes) else None,
)
def test_bodies_that_are_not_json_are_refused(
    admin: Client, method: str, path: str, text: str | bytes, message: str
) -> None:
    answer = send(admin, method, path, text)
    assert answer.status_code == 400
    assert answer.json() == {"resultId": "request_incorrectly_formatted", "message": message}


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_unknown_fields_are_refused(admin: Client, method: str, path: str) -> None:
    answer = admin.request(method, path, {"surprise": 1})
    assert answer.status_code == 422
    body = answer.json()
    assert (body["resultId"], body["message"]) == ("validation_error", "Validation error(s) occurred.")
    finding = {"errorId": "unknown_field", "message": "This field is not known.", "fieldPath": "surprise"}
    assert finding in body["validationErrors"]


@pytest.mark.parametrize(
    ("method", "path", "body", "findings"),
    [
        ("PUT", HOSTS, [], [("", "invalid_type", "This field must be an object.")]),
        ("PUT", HOSTS, None, [("", "invalid_type", "This field must be an object.")]),
        ("PUT", HOSTS, "text", [("", "invalid_type", "This field must be an object.")]),
        ("PUT", HOSTS, {}, [("virtualHostNames", "required_field", "This field is required.")]),
        (
            "PUT",
            HOSTS,
            {"virtualHostNames": None},
            [("virtualHostNames", "invalid_type", "This field must be a list.")],
        ),
        ("PUT", HOSTS, {"virtualHostNames": "a"}, [("virtualHostNames", "invalid_type", "This field must be a list.")]),
        (
            "PUT",
            HOSTS,
            {"virtualHostNames": ["a.example", 7, "", "-"]},
            [
                ("virtualHostNames[1]", "invalid_type", "This field must be a text."),
                ("virtualHostNames[2]", "required_field", "This field is required."),
                ("virtualHostNames[3]", "invalid_host_name", "This must be a host name such as sso.example.com."),
            ],
        ),
        (
            "PUT",
            SETTINGS,
            {"rolesAndProtocols": {"oauthRole": {"enableOauth": "yes"}}, "contactInfo": {"phone": 112}},
            [
                ("contactInfo.phone", "invalid_type", "This field must be a text."),
                ("rolesAndProtocols.oauthRole.enableOauth", "invalid_type", "This field must be true or false."),
            ],
        ),
        (
            "PUT",
            SETTINGS,
            {"emailServer": {"sourceAddr": "a@b.example", "emailServer": "b.example", "port": 10**400}},
            [("emailServer.port", None, None)],
        ),
        ("PUT", SETTINGS, {"federationInfo": {"baseUrl": "https://\0"}}, [("federationInfo.baseUrl", None, None)]),
        ("PUT", SETTINGS, {"contactInfo": {"company": "a\0b"}}, [("contactInfo.company", None, None)]),
        ("POST", CONNECTIONS, {}, [("name", "required_field", "This field is required.")]),
        ("POST", CONNECTIONS, {"name": " \t"}, [("name", "required_field", "This field is required.")]),
        ("POST", CONNECTIONS, {"name": "a"}, [("credential", "required_field", "This field is required.")]),
        ("PUT", f"{API}/license", {"fileData": ""}, [("fileData", "too_short", "This field must not be empty.")]),
        ("PUT", f"{API}/license/agreement", {"accepted": False}, [("accepted", "agreement_not_accepted", None)]),
    ],
)
def test_invalid_values_are_refused_at_their_field(
    admin: Client, method: str, path: str, body: Any, findings: list[tuple[str, str | None, str | None]]
) -> None:
    answer = send(admin, method, path, json.dumps(body))
    assert answer.status_code == 422, answer.text
    found = answer.json()["validationErrors"]
    assert sorted(each.get("fieldPath", "") for each in found) == sorted(path for path, _, _ in findings)
    by_path = {each.get("fieldPath", ""): each for each in found}
    for field, error_id, message in findings:
        assert by_path[field]["errorId"] == error_id or error_id is None
        assert by_path[field]["message"] == message or message is None


@pytest.mark.parametrize("digits", [20, 400, 4_000, 900_000])
def test_huge_numbers_are_refused_cheaply(admin: Client, digits: int) -> None:
    answer = send(admin, "PUT", HOSTS, '{"virtualHostNames": [' + "9" * digits + "]}")
    # The JSON parser refuses numbers with more than 4,300 digits, which RFC 8259, section 9 allows.
    assert answer.status_code == (400 if digits > 4_300 else 422)


@pytest.mark.parametrize(("method", "path"), BODIES)
@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_other_content_types_are_refused(admin: Client, method: str, path: str, content_type: str) -> None:
    answer = send(admin, method, path, "{}", **{"Content-Type": content_type})
    assert answer.status_code == 415
    message = "The body must be of type application/json."
    assert answer.json() == {"resultId": "unsupported_media_type", "message": message}


@pytest.mark.parametrize("parameter", ["charset=utf-8", 'Charset="UTF-8"', "odata.metadata=full", "charset=utf8;x=y"])
def test_a_content_type_with_a_parameter_is_accepted(admin: Client, parameter: str) -> None:
    sent = {"Content-Type": f"Application/JSON; {parameter}"}
    assert send(admin, "PUT", HOSTS, '{"virtualHostNames": [1]}', **sent).status_code == 422


@pytest.mark.parametrize("charset", ["utf-16", "ISO-8859-1", "", '"utf-16le"'])
def test_other_encodings_than_utf_8_are_refused(admin: Client, charset: str) -> None:
    sent = {"Content-Type": f"application/json;charset={charset}"}
    answer = send(admin, "PUT", HOSTS, '{"virtualHostNames": []}', **sent)
    assert (answer.status_code, answer.json()["message"]) == (415, "The body must be in UTF-8.")


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip"])
def test_compressed_bodies_are_refused(admin: Client, coding: str) -> None:
    answer = send(admin, "PUT", HOSTS, "{}", **{"Content-Encoding": coding})
    assert (answer.status_code, answer.json()["message"]) == (415, "The body must not be compressed.")


@pytest.mark.parametrize(("method", "path"), [*BODIES, ("GET", HOSTS), ("DELETE", f"{CONNECTIONS}/none")])
def test_oversized_bodies_are_refused(admin: Client, method: str, path: str) -> None:
    answer = send(admin, method, path, b" " * (MEBIBYTE + 1))
    assert answer.status_code == 413
    assert answer.json() == {"resultId": "payload_too_large", "message": "The request body is too large."}


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_oversized_bodies_in_chunks_are_refused(admin: Client, method: str, path: str) -> None:
    async def chunks() -> Any:
        for _ in range(20):
            yield b" " * (MEBIBYTE // 16)

    answer = admin.request(method, path, content=chunks(), headers=JSON)
    assert answer.status_code == 413
    assert answer.json()["resultId"] == "payload_too_large"


def test_the_largest_body_is_read(admin: Client) -> None:
    text = '{"virtualHostNames": [1]}'
    assert send(admin, "PUT", HOSTS, text + " " * (MEBIBYTE - len(text))).status_code == 422


def test_the_credential_check_has_a_smaller_limit(shared_server: FlowServer, admin: Client) -> None:
    limits = {each.path: each.body_limit for each in shared_server.administration.operations}
    path = f"{API}/internal/isw/validatePingOneCredential"
    answer = admin.request("POST", path, content="x" * (limits[path] + 1))
    assert answer.status_code == 413
