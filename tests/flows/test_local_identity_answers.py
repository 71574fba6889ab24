"""Answers about local identity profiles have the settings that apply, as clients of the contract expect."""

from typing import Any

import pytest

from tests.flows.local_identity_calls import PROFILES, add_profile
from tests.flows.server import Client, FlowServer
from tests.support.local_identities import field, profile, verification

Body = dict[str, Any]
BY_LINK = {"otlTimeToLive", "emailVerificationSentTemplateName", "requireVerifiedEmailTemplateName"}
BY_CODE = {
    "otpLength",
    "otpRetryAttempts",
    "allowedOtpCharacterSet",
    "otpTimeToLive",
    "emailVerificationOtpTemplateName",
}


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    made = shared_server.basic("Administrator")
    add_profile(made)
    return made


def saved(admin: Client, **changed: Any) -> Body:
    """Return the profile as it is read after it was saved, and check that saving what was read changes nothing."""
    path = f"{PROFILES}/profile-0"
    answer = admin.put(path, profile(**changed))
    assert answer.status_code == 200, answer.text
    read: Body = admin.get(path).json()
    again = admin.put(path, read)
    assert again.json() == read == answer.json()
    assert again.headers["ETag"] == answer.headers["ETag"]
    return read


@pytest.mark.parametrize(
    ("type_", "names"),
    [
        ("TEXT", {"Required", "Unique ID Field", "Read-Only"}),
        ("EMAIL", {"Required", "Unique ID Field", "Read-Only"}),
        ("DATE", {"Required", "Read-Only"}),
        ("CHECKBOX", {"Must Be Checked", "Read-Only"}),
        ("CHECKBOX_GROUP", {"Must Pick One", "Read-Only"}),
        ("DROP_DOWN", {"Required", "Read-Only"}),
        ("HIDDEN", {"Unique ID Field"}),
    ],
)
def test_a_field_has_the_properties_of_its_type(admin: Client, type_: str, names: set[str]) -> None:
    options = {"options": ["a", "b"]} if type_ in ("CHECKBOX_GROUP", "DROP_DOWN") else {}
    login = field("login", "TEXT", "Required", "Unique ID Field")
    required = names & {"Required", "Must Be Checked", "Must Pick One"}
    for properties in ((), required):
        fields = {"fieldConfig": {"fields": [login, field("asked", type_, *properties, **options)]}}
        read = saved(admin, **fields)["fieldConfig"]["fields"][1]["attributes"]
        assert read == {name: name in properties for name in (*names, "Mask Log Values")}


def test_the_verification_has_the_settings_of_its_type(admin: Client) -> None:
    disabled = saved(admin, emailVerificationConfig={"emailVerificationEnabled": False})
    assert disabled["emailVerificationConfig"] == {"emailVerificationEnabled": False}
    by_code = saved(admin, emailVerificationConfig=verification())["emailVerificationConfig"]
    assert by_code.keys() >= BY_CODE
    assert not by_code.keys() & BY_LINK
    by_link = saved(admin, emailVerificationConfig=verification(emailVerificationType="OTL"))["emailVerificationConfig"]
    assert by_link.keys() >= BY_LINK
    assert not by_link.keys() & BY_CODE


def test_a_setting_that_does_not_apply_is_returned_if_it_is_set(admin: Client) -> None:
    sent = verification(emailVerificationType="OTL", otpLength=12)
    assert saved(admin, emailVerificationConfig=sent)["emailVerificationConfig"]["otpLength"] == 12
