"""Bodies of local identity profiles, their validators and adapters, and stored users."""

from dataclasses import replace
from typing import Any

from hanse.kit.local_users import LocalUser, LocalUserPage
from tests.support.instances import ADAPTER, Body, fields, instance

LOCAL_VALIDATOR = "hanse.local-identities"
PASSWORD = "a long password of words"


class NoLocalUsers:
    """A store without users; of `kit.local_users.LocalUsers` it has what the configuration uses."""

    def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        assert (profile, most) == (profile, 1)
        assert not search + after
        return LocalUserPage((), None)


def field(id_: str, type_: str = "TEXT", *properties: str, **more: Any) -> Body:
    """Return a field that is on both pages."""
    shown = {} if type_ == "HIDDEN" else {"registrationPageField": True, "profilePageField": True}
    return {
        "id": id_,
        "type": type_,
        "label": id_.title(),
        "attributes": dict.fromkeys(properties, True),
        **shown,
        **more,
    }


def profile(number: int | str = 0, **more: Any) -> Body:
    """Return the body of a profile whose users have a name, an address and some more."""
    given = [
        field("login", "TEXT", "Required", "Unique ID Field"),
        field("mail", "EMAIL", "Required", "Unique ID Field"),
        field("city"),
        field("verified", "HIDDEN"),
    ]
    return {
        "id": f"profile-{number}",
        "name": f"Profile {number}",
        "apcId": {"id": "apc-0"},
        "registrationEnabled": True,
        "profileEnabled": True,
        "fieldConfig": {"fields": given},
        **more,
    }


def verification(**more: Any) -> Body:
    """Return the settings of a required verification by a code."""
    return {
        "emailVerificationEnabled": True,
        "emailVerificationType": "OTP",
        "fieldForEmailToVerify": "mail",
        "fieldStoringVerificationStatus": "verified",
        "requireVerifiedEmail": True,
        **more,
    }


def directory_storage(**more: Any) -> Body:
    """Return the settings with which the users of `profile` are entries of the data store `store-0`."""
    attributes = {"login": "uid", "mail": "mail", "city": "l", "verified": "employeeType"}
    return {
        "type": "LDAP",
        "dataStoreRef": {"id": "store-0"},
        "baseDn": "ou=people,dc=hanse,dc=example",
        "createPattern": "uid=${login}",
        "objectClass": "account",
        "auxiliaryObjectClasses": ["extensibleObject"],
        "dataStoreMapping": {name: {"type": "LDAP", "name": each} for name, each in attributes.items()},
        **more,
    }


def local_validator(number: int | str = 0, profile_id: str = "profile-0") -> Body:
    """Return the body of a validator of a profile's users."""
    body = instance(number, "Validator", LOCAL_VALIDATOR, fields(Local_Identity_Profile=profile_id))
    attributes = [{"name": "mail"}, {"name": "city"}]
    return {
        **body,
        "attributeContract": {"coreAttributes": [{"name": "username"}], "extendedAttributes": attributes},
    }


def registering_adapter(number: int | str = 0, *validators: str, **settings: str) -> Body:
    """Return the body of an HTML form adapter whose users can register."""
    rows = [fields(Password_Credential_Validator_Instance=each) for each in validators or ("validator-local",)]
    given = fields(**{"Local_Identity_Profile": "profile-0", **settings})
    contract = {"coreAttributes": [{"name": "policy.action"}, {"name": "username", "pseudonym": True}]}
    made = instance(number, "Adapter", ADAPTER, given, Credential_Validators=rows)
    return {**made, "attributeContract": {**contract, "extendedAttributes": [{"name": "mail"}, {"name": "city"}]}}


def local_user(number: int | str = 1, **more: Any) -> LocalUser:
    """Return a user of the first profile."""
    user = LocalUser(
        id=f"user-{number}",
        profile="profile-0",
        username=f"user{number}",
        names=(f"user{number}@hanse.example",),
        email=f"user{number}@hanse.example",
        attributes={"login": f"user{number}", "mail": f"user{number}@hanse.example"},
        created=1_800_000_000.0,
        updated=1_800_000_000.0,
    )
    return replace(user, **more)
