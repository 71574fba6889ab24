"""The rules of local identity profiles."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.validation import parse_stored
from hanse.kit.errors import ValidationFailed
from hanse.kit.local_users import EmbeddedLocalUsers, LocalUserPage
from hanse.plugins.local_identities.profile import ProfileFieldType
from hanse.resources.authentication.local_identities.model import LocalIdentityProfile
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.local_identities.runtime import local_profile
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.notification_publishers.resource import PUBLISHERS
from tests.support.clock import ManualClock
from tests.support.configurations import create, delete, make_configuration
from tests.support.local_identities import field, local_user, profile, verification
from tests.support.mappings import contract
from tests.support.randomness import SeededRandomness

LOGIN = field("login", "TEXT", "Required", "Unique ID Field")


class OneUser:
    """A store with a user of the first profile."""

    def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        assert (search, after, most) == ("", "", 1)
        return LocalUserPage((local_user(),) if profile == "profile-0" else (), None)


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    resources = [POLICY_CONTRACTS, PUBLISHERS, DATA_STORES, LOCAL_IDENTITY_PROFILES]
    made = make_configuration(database, resources, clock, SeededRandomness(), ports={EmbeddedLocalUsers: OneUser()})
    create(made, POLICY_CONTRACTS, contract())
    return made


def errors(configuration: Configuration, **changed: Any) -> dict[str | None, str]:
    """Return the messages of the errors in a profile, by their paths."""
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, LOCAL_IDENTITY_PROFILES, profile(**changed))
    return {each.field_path: str(each.message) for each in raised.value.errors}


def with_fields(*fields: dict[str, Any]) -> dict[str, Any]:
    return {"fieldConfig": {"fields": [LOGIN, *fields]}}


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"fieldConfig": {"fields": [field("city")]}}, "fieldConfig.fields"),
        ({"fieldConfig": None}, "fieldConfig.fields"),
        (with_fields(LOGIN), "fieldConfig.fields[1].id"),
        (with_fields(field("username")), "fieldConfig.fields[1].id"),
        (with_fields(field("color", "DROP_DOWN")), "fieldConfig.fields[1].options"),
        (with_fields(field("color", "DROP_DOWN", options=["red", "red"])), "fieldConfig.fields[1].options"),
        (with_fields(field("city", options=["Rome"])), "fieldConfig.fields[1].options"),
        (with_fields(field("news", "CHECKBOX", "Required", "Unique ID Field")), "fieldConfig.fields[1].attributes"),
        (with_fields(field("mail", "EMAIL", "Unique ID Field")), "fieldConfig.fields[1].attributes"),
        (with_fields(field("rank", "HIDDEN", "Required")), "fieldConfig.fields[1].type"),
        (with_fields(field("city", "TEXT", "Must Pick One")), "fieldConfig.fields[1].attributes"),
        (with_fields(field("news", "CHECKBOX", "Must Pick One")), "fieldConfig.fields[1].attributes"),
        (
            {"emailVerificationConfig": verification(fieldForEmailToVerify="city")},
            "emailVerificationConfig.fieldForEmailToVerify",
        ),
        (with_fields(field("mail", "EMAIL", defaultValue="a@b.example")), "fieldConfig.fields[1].defaultValue"),
        (
            with_fields(field("color", "DROP_DOWN", options=["red"], defaultValue="blue")),
            "fieldConfig.fields[1].defaultValue",
        ),
        (with_fields(field("news", "CHECKBOX", defaultValue="yes")), "fieldConfig.fields[1].defaultValue"),
        (
            with_fields({**field("mail", "EMAIL", "Required"), "registrationPageField": False}),
            "fieldConfig.fields[1].registrationPageField",
        ),
        (
            with_fields(*(field(f"name{number}", "TEXT", "Required", "Unique ID Field") for number in range(4))),
            "fieldConfig.fields",
        ),
        ({"registrationConfig": {"usernameField": "city"}}, "registrationConfig.usernameField"),
        (
            {"emailVerificationConfig": verification(fieldForEmailToVerify=None)},
            "emailVerificationConfig.fieldForEmailToVerify",
        ),
        (
            {"emailVerificationConfig": verification(fieldStoringVerificationStatus="city")},
            "emailVerificationConfig.fieldStoringVerificationStatus",
        ),
        (
            {"emailVerificationConfig": verification(allowedOtpCharacterSet="aabcdefghijk")},
            "emailVerificationConfig.allowedOtpCharacterSet",
        ),
    ],
)
def test_a_profile_that_would_not_work_is_refused(
    configuration: Configuration, changed: dict[str, Any], path: str
) -> None:
    assert list(errors(configuration, **changed)) == [path]


def test_the_field_with_the_username_may_have_its_name(configuration: Configuration) -> None:
    """Profiles of other servers have it; the value is that of the core attribute."""
    mail, username = field("mail", "EMAIL", "Required", "Unique ID Field"), {**LOGIN, "id": "username"}
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(7, fieldConfig={"fields": [username, mail]}))
    second = {"fieldConfig": {"fields": [mail, username]}}
    assert list(errors(configuration, **second)) == ["fieldConfig.fields[1].id"]
    chosen = {**second, "registrationConfig": {"usernameField": "username"}}
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(8, **chosen))


def test_a_profile_without_fields_and_pages_is_accepted(configuration: Configuration) -> None:
    bare = {"fieldConfig": None, "registrationEnabled": False, "profileEnabled": False}
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(1, **bare))
    for page in ("registrationEnabled", "profileEnabled"):
        assert list(errors(configuration, **{**bare, page: True})) == ["fieldConfig.fields"]


def test_the_status_of_the_verification_cannot_be_on_a_page_of_users(configuration: Configuration) -> None:
    fields = (field("mail", "EMAIL", "Required"), field("verified", "CHECKBOX"))
    found = errors(configuration, **with_fields(*fields), emailVerificationConfig=verification())
    assert list(found) == ["emailVerificationConfig.fieldStoringVerificationStatus"]


def test_hidden_fields_of_other_servers_are_on_no_page(configuration: Configuration) -> None:
    """Other servers mark hidden fields for their pages, too, and use them for the result of the verification."""
    shown = {"registrationPageField": True, "profilePageField": True}
    given = profile(
        7,
        fieldConfig={
            "fields": [field("mail", "TEXT", "Required", "Unique ID Field"), field("verified", "HIDDEN", **shown)]
        },
        emailVerificationConfig=verification(),
    )
    body = create(configuration, LOCAL_IDENTITY_PROFILES, given).body
    mail, verified = local_profile("profile-7", parse_stored(LocalIdentityProfile, body)).fields
    assert (verified.on_registration_page, verified.on_profile_page) == (False, False)
    # The address is checked although its field is for text.
    assert (mail.type, mail.on_registration_page) == (ProfileFieldType.EMAIL, True)


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"authSources": [{"source": "social"}]}, "authSources"),
        ({"authSourceUpdatePolicy": {"storeAttributes": True}}, "authSourceUpdatePolicy"),
        ({"registrationConfig": {"captchaEnabled": True}}, "registrationConfig.captchaEnabled"),
        ({"registrationConfig": {"thisIsMyDeviceEnabled": True}}, "registrationConfig.thisIsMyDeviceEnabled"),
        ({"registrationConfig": {"registrationWorkflow": {"id": "x"}}}, "registrationConfig.registrationWorkflow"),
    ],
)
def test_settings_without_effect_are_refused(configuration: Configuration, changed: dict[str, Any], path: str) -> None:
    found = errors(configuration, **changed)
    assert list(found) == [path]
    assert "not support" in found[path]


def test_the_neutral_values_of_other_servers_are_accepted(configuration: Configuration) -> None:
    neutral: dict[str, Any] = {
        "authSources": [],
        "authSourceUpdatePolicy": {"storeAttributes": False, "updateInterval": 0},
        "registrationConfig": {"captchaEnabled": False, "templateName": "local.identity.registration.html"},
        "dataStoreConfig": None,
    }
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(**neutral))


@pytest.mark.parametrize("length", [7, 65])
def test_a_minimum_length_is_not_too_short(configuration: Configuration, length: int) -> None:
    assert list(errors(configuration, passwordConfig={"minimumLength": length})) == ["passwordConfig.minimumLength"]


def test_a_profile_with_users_cannot_be_deleted(configuration: Configuration) -> None:
    for number in (0, 1):
        create(configuration, LOCAL_IDENTITY_PROFILES, profile(number))
    with pytest.raises(ValidationFailed) as raised:
        delete(configuration, LOCAL_IDENTITY_PROFILES, "profile-0")
    assert raised.value.errors[0].message == "The profile has users. Delete them first."
    delete(configuration, LOCAL_IDENTITY_PROFILES, "profile-1")
