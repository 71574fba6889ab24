"""The sample users of the demo: their profile, and the objects from the sign-in form to the policy."""

from typing import Final

from hanse import handles
from hanse.demo.planned_objects import (
    ATTRIBUTES,
    CONTRACT_ID,
    PROFILE_ID,
    Body,
    PlannedObject,
    field_values,
    from_contract,
    instance,
)

# The sample users, with their full names.
USERS: Final = {"joe": "Joe Baker", "sarah": "Sarah Reed"}
_VALIDATOR, _ADAPTER, _POLICY = "demo-users", "demo-sign-in", "demo-policy"
_LOCAL_STORE: Final = "hanse.local-identities"
_HTML_FORM: Final = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter"


def user_body(name: str, password: str) -> Body:
    """Return the body of the call that creates a user."""
    values = {"login": name, "email": f"{name}@example.com", "name": USERS.get(name, name)}
    return {
        "attributes": [{"name": key, "values": [value]} for key, value in values.items()],
        "password": password,
        "passwordIsTemporary": False,
    }


def users_profile() -> tuple[PlannedObject, ...]:
    """Return the profile and its contract, which are created first and therefore deleted last, with the users."""
    return (
        PlannedObject(
            handles.POLICY_CONTRACTS.path,
            CONTRACT_ID,
            "Authentication policy contract",
            {"id": CONTRACT_ID, "name": "Demo user", **ATTRIBUTES},
        ),
        PlannedObject(
            handles.LOCAL_IDENTITY_PROFILES.path, PROFILE_ID, "Local identity profile with two users", _profile()
        ),
    )


def _profile() -> Body:
    return {
        "id": PROFILE_ID,
        "name": "Demo users",
        "apcId": {"id": CONTRACT_ID},
        "registrationEnabled": True,
        "profileEnabled": True,
        "profileConfig": {"deleteIdentityEnabled": True},
        "fieldConfig": {
            "fields": [
                # Applications identify users by their username, which must not pass to another user.
                _field("login", "TEXT", "Username", "Unique ID Field", "Read-Only"),
                _field("email", "EMAIL", "E-mail address", "Unique ID Field"),
                _field("name", "TEXT", "Full name"),
            ]
        },
    }


def _field(id_: str, type_: str, label: str, *properties: str) -> Body:
    return {
        "id": id_,
        "type": type_,
        "label": label,
        "registrationPageField": True,
        "profilePageField": True,
        "attributes": dict.fromkeys(("Required", *properties), True),
    }


def sign_in() -> tuple[PlannedObject, ...]:
    """Return the objects by which the users sign in, in the order in which they are created."""
    validators: list[Body] = [{"fields": field_values({"Password Credential Validator Instance": _VALIDATOR})}]
    contract = {"coreAttributes": [{"name": "policy.action"}, {"name": "username", "pseudonym": True}], **ATTRIBUTES}
    form = {"Local Identity Profile": PROFILE_ID, "Allow Password Changes": "true"}
    source = {"type": "IDP_ADAPTER", "sourceRef": {"id": _ADAPTER}}
    return (
        PlannedObject(
            handles.PASSWORD_VALIDATORS.path,
            _VALIDATOR,
            "Password credential validator",
            {
                **instance(_VALIDATOR, "Demo users", _LOCAL_STORE, {"Local Identity Profile": PROFILE_ID}, {}),
                "attributeContract": {"coreAttributes": [{"name": "username"}], **ATTRIBUTES},
            },
        ),
        PlannedObject(
            handles.ADAPTERS.path,
            _ADAPTER,
            "HTML form adapter",
            {
                **instance(_ADAPTER, "Demo sign-in", _HTML_FORM, form, {"Credential Validators": validators}),
                "attributeContract": contract,
            },
        ),
        PlannedObject(
            handles.SOURCE_SESSIONS.path,
            "demo-session",
            "Authentication session policy",
            {
                "id": "demo-session",
                "authenticationSource": source,
                "enableSessions": True,
                "persistent": True,
                "userDeviceType": "ANY",
            },
        ),
        PlannedObject(
            handles.POLICIES.path,
            _POLICY,
            "Authentication policy",
            {"id": _POLICY, "name": "Demo sign-in", "rootNode": _policy_tree(source)},
        ),
        PlannedObject(
            handles.CONTRACT_GRANT_MAPPINGS.path,
            CONTRACT_ID,
            "Policy contract grant mapping",
            {
                "id": CONTRACT_ID,
                "authenticationPolicyContractRef": {"id": CONTRACT_ID},
                "attributeContractFulfillment": {
                    "USER_KEY": from_contract("subject"),
                    "USER_NAME": from_contract("name"),
                },
            },
        ),
    )


def _policy_tree(source: Body) -> Body:
    adapter = {"type": "ADAPTER", "id": _ADAPTER}
    fulfillment = {
        "subject": {"source": adapter, "value": "username"},
        "name": {"source": adapter, "value": "name"},
        "email": {"source": adapter, "value": "email"},
    }
    return {
        "action": {"type": "AUTHN_SOURCE", "authenticationSource": source},
        "children": [
            {"action": {"type": "DONE", "context": "Fail"}, "children": []},
            {
                "action": {
                    "type": "APC_MAPPING",
                    "context": "Success",
                    "authenticationPolicyContractRef": {"id": CONTRACT_ID},
                    "attributeMapping": {"attributeContractFulfillment": fulfillment},
                },
                "children": [],
            },
        ],
    }
