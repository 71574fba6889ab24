"""The sessions and grants of local users end when administrators or the users themselves change their accounts."""

from typing import Any

import httpx
import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.access import Principal, Role
from hanse.config.http.operation import Call, Caller, Operation
from hanse.engine.background_jobs import Sweeper
from hanse.resources.authentication.local_identities.user_actions import (
    END_SESSIONS_PATH,
    LOCAL_USER_OPERATIONS,
    RESET_PATH,
)
from hanse.resources.authentication.local_identities.user_model import LocalIdentityUserChange, LocalIdentityUserStatus
from hanse.resources.authentication.local_identities.users import ITEM
from tests.engine.oauth.site import CALLBACK, VERIFIER
from tests.engine.oauth.token.deployment import basic
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.site import Visitor, returned
from tests.support.local_identities import PASSWORD

CLIENT = basic("web", "clear-secret-of-web")
OPERATIONS = {(each.method, each.path): each for each in LOCAL_USER_OPERATIONS}
DISABLED = LocalIdentityUserChange(status=LocalIdentityUserStatus.DISABLED)
NEW = "another password of words"


def administer(configuration: Configuration, method: str, path: str, user: str, body: Any = None) -> Any:
    """Perform an operation of the admin API on a user."""
    operation: Operation = OPERATIONS[method, path]
    principal = Principal("users-admin", frozenset({Role.USER_ADMINISTRATOR}))
    with configuration.reading() as view:
        call = Call(
            caller=Caller(principal, "10.0.0.1", "request-1", "https://localhost:9999"),
            path={"id": "profile-0", "userId": user},
            query={},
            body=body,
            view=view,
            configuration=configuration,
            ports=configuration.ports,
        )
        return operation.run(call).body


@pytest.fixture
def members(token_members: Community) -> Community:
    return token_members


def redeem(members: Community, code: str) -> httpx.Response:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
    return members.site.engine.post("/as/token.oauth2", form, Authorization=CLIENT)


def refresh(members: Community, token: str) -> httpx.Response:
    form = {"grant_type": "refresh_token", "refresh_token": token}
    return members.site.engine.post("/as/token.oauth2", form, Authorization=CLIENT)


def signed_in(members: Community, name: str) -> tuple[Visitor, str]:
    """Sign a user in; return the browser and a refresh token."""
    visitor = members.visitor()
    answer = redeem(members, returned(visitor.sign_in(visitor.authorize(scope="read"), name, PASSWORD))["code"])
    assert answer.status_code == 200, answer.text
    return visitor, answer.json()["refresh_token"]


def is_signed_in(visitor: Visitor) -> bool:
    """Return whether the browser has a session: an authorization request without pages succeeds."""
    return "code" in returned(visitor.authorize(scope="read", prompt="none"))


@pytest.mark.parametrize(("method", "body"), [("PUT", DISABLED), ("DELETE", None)])
def test_disabling_and_deleting_a_user_ends_sessions_and_grants_of_nobody_else(
    members: Community, method: str, body: Any
) -> None:
    ada, token = signed_in(members, "ada")
    bob, other = signed_in(members, "bob")
    assert is_signed_in(ada)
    administer(members.site.engine.core.configuration, method, ITEM, members.known().id, body)
    assert returned(ada.authorize(scope="read", prompt="none"))["error"] == "login_required"
    refused = refresh(members, token)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert is_signed_in(bob)
    assert refresh(members, other).status_code == 200


def test_a_code_of_a_user_who_was_disabled_before_its_use_is_refused(members: Community) -> None:
    ada = members.visitor()
    code = returned(ada.sign_in(ada.authorize(scope="read"), "ada", PASSWORD))["code"]
    administer(members.site.engine.core.configuration, "PUT", ITEM, members.known().id, DISABLED)
    assert redeem(members, code).json()["error"] == "invalid_grant"


def test_a_temporary_password_and_the_end_of_sessions_leave_the_grants(members: Community) -> None:
    configuration, ada = members.site.engine.core.configuration, members.known().id
    for path in (RESET_PATH, END_SESSIONS_PATH):
        if path == END_SESSIONS_PATH:
            members.register(members.visitor(), "eve")
        name = "ada" if path == RESET_PATH else "eve"
        visitor, token = signed_in(members, name)
        administer(configuration, "POST", path, members.known(name).id)
        assert not is_signed_in(visitor)
        assert refresh(members, token).status_code == 200
    assert members.known().must_change_password
    assert members.known().id == ada


def test_engines_remove_the_sessions_that_an_administrator_has_ended(members: Community) -> None:
    """The console only marks them as expired; the engine that removes them notifies the applications."""
    ada, _ = signed_in(members, "ada")
    administer(members.site.engine.core.configuration, "POST", END_SESSIONS_PATH, members.known().id)
    engine = members.site.engine
    ended = members.site.run(Sweeper(engine.services).sessions.end_expired(engine.services.snapshot()))
    # Those of the registration and of the sign-in.
    assert ended == 2
    assert not is_signed_in(ada)


def test_a_changed_password_ends_the_other_sessions_without_a_setting_of_the_adapter(members: Community) -> None:
    members.save_adapter(**{"Allow Password Changes": "true"})
    ada, _ = signed_in(members, "ada")
    other = members.visitor()
    page = other.send(other.authorize(scope="read"), "pf.passwordChange")
    values = {"pf.username": "ada", "pf.pass": PASSWORD, "pf.newPassword": NEW, "pf.confirmPassword": NEW}
    other.send(page, **values)
    assert members.site.engine.core.passwords.matches(NEW, members.known().password)
    assert not is_signed_in(ada)


def test_the_last_sign_in_is_recorded(members: Community) -> None:
    assert members.known().signed_in == members.site.engine.now()
    members.site.engine.clock.advance(hours=1)
    ada, _ = signed_in(members, "ada")
    assert members.known().signed_in == members.site.engine.now()
    before = members.site.engine.now()
    members.site.engine.clock.advance(minutes=5)
    assert is_signed_in(ada)
    assert members.known().signed_in == before
