"""The sign-in test of a password credential validator: results, roles, throttling and secrecy."""

from io import StringIO
from typing import Any

import pytest

from tests.flows.pages import send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.instances import user, validator

VALIDATORS = f"{API}/passwordCredentialValidators"
JOE = {"username": "joe", "password": "Schiffer12"}
WRONG = "The username or the password is not correct."


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    for name in ("trial", "guessed", "page"):
        made = client.post(VALIDATORS, validator(name, user("joe", "Schiffer12")))
        assert made.status_code == 201, made.text
    return client


def path(name: str) -> str:
    return f"{VALIDATORS}/validator-{name}/testSignIn"


def messages(answer: Any) -> list[str]:
    assert answer.status_code == 422, answer.text
    return [each["message"] for each in answer.json()["validationErrors"]]


def test_a_correct_password_shows_the_attributes_and_no_secret_is_returned_or_logged(
    admin: Client, every_line: StringIO
) -> None:
    every_line.seek(0)
    every_line.truncate()
    answer = admin.post(path("trial"), JOE)
    wrong = admin.post(path("trial"), {**JOE, "password": "Not-the-one-9"})
    assert answer.json() == {
        "message": "The username and the password are correct.",
        "attributes": [{"name": "username", "values": ["joe"]}],
    }
    assert messages(wrong) == [WRONG]
    assert messages(admin.post(path("trial"), {"username": "nobody", "password": "x"})) == [WRONG]
    logged = every_line.getvalue()
    assert logged.count("event='sign-in tested'") == 3
    reported = f"{answer.text}{wrong.text}{logged}"
    assert "Schiffer12" not in reported
    assert "Not-the-one-9" not in reported
    assert not [each for each in logged.splitlines() if "joe" in each]


def test_guessing_is_slowed_and_administrators_still_sign_in(admin: Client, shared_server: FlowServer) -> None:
    for number in range(5):
        assert messages(admin.post(path("guessed"), {**JOE, "password": f"guess {number}"})) == [WRONG]
    slowed = admin.post(path("guessed"), JOE)
    assert slowed.status_code == 429
    assert int(slowed.headers["Retry-After"]) >= 1
    # Other validators and the sign-in of administrators are not throttled.
    assert admin.post(path("trial"), JOE).status_code == 200
    assert shared_server.client().sign_in().get(VALIDATORS).status_code == 200


def test_the_page_has_the_test_and_forgets_the_password(admin: Client) -> None:
    page = visit(admin, "passwordCredentialValidators/edit/validator-page")
    name, secret = (next(each for each in page.fields if each.endswith(f".p{at}")) for at in (0, 1))
    refused = send(admin, page, {"_do": "act:testSignIn", name: "joe", secret: "Wrong-one-1"})
    assert WRONG in refused.text
    assert "Wrong-one-1" not in refused.answer.text
    empty = send(admin, page, {"_do": "act:testSignIn"})
    assert "Username: This field is required.\nPassword: This field is required." in empty.text
    shown = send(admin, page, {"_do": "act:testSignIn", name: "joe", secret: "Schiffer12"})
    assert "The username and the password are correct.\nusername\njoe" in shown.text
    assert "Schiffer12" not in shown.answer.text
    # The result follows the button, because the form above it can be long.
    assert shown.text.index("Test Sign-In") < shown.text.index("The username and the password are correct.")


def test_auditors_may_not_test_passwords(admin: Client, shared_server: FlowServer) -> None:
    rights = account("trial-auditor", auditor=True)
    assert shared_server.basic("Administrator").post(f"{API}/administrativeAccounts", rights).status_code == 200
    auditor = shared_server.client().sign_in("trial-auditor")
    assert auditor.post(path("trial"), JOE).status_code == 403
    assert admin.post(path("none"), JOE).status_code == 404
