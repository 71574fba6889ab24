"""The objects and settings of the demo, as calls of the admin API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hanse import handles
from hanse.demo.planned_application import MANAGER_ID, OPENID_POLICY_ID, client, scopes, tokens
from hanse.demo.planned_objects import Body, PlannedObject, PlannedSetting
from hanse.demo.planned_sign_in import sign_in, user_body, users_profile


@dataclass(frozen=True)
class DemoPlan:
    """All objects and settings, in the order in which they are created, and then the users of the profile."""

    creations: tuple[PlannedObject, ...]
    settings: tuple[PlannedSetting, ...]
    # The bodies of the calls that create the users, by username.
    users: Mapping[str, Body]


def plan(redirect_uri: str, signed_out_uri: str, secret: str, passwords: Mapping[str, str]) -> DemoPlan:
    """Return the demo's plan for an application at these addresses; `passwords` are those of the sample users."""
    return DemoPlan(
        (*users_profile(), *scopes(), *sign_in(), *tokens(), client(redirect_uri, signed_out_uri, secret)),
        _SETTINGS,
        {name: user_body(name, password) for name, password in passwords.items()},
    )


_SETTINGS: Final = (
    PlannedSetting(handles.POLICY_SETTINGS.path, "Authentication policies", "enableIdpAuthnSelection", True, False),
    PlannedSetting(
        handles.ACCESS_TOKEN_MANAGER_SETTINGS.path,
        "Default access token manager",
        "defaultAccessTokenManagerRef",
        {"id": MANAGER_ID},
        None,
    ),
    PlannedSetting(
        handles.OIDC_SETTINGS.path,
        "Default OpenID Connect policy",
        "defaultPolicyRef",
        {"id": OPENID_POLICY_ID},
        None,
    ),
)
