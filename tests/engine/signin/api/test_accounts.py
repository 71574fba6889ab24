"""Registration, changes of passwords and recovery by the authentication API, with users of a local profile."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from hanse.engine.background_jobs import outbox_sender
from tests.engine.signin.api.application import Application, add_application
from tests.engine.signin.local_identities.community import Community, opened_community
from tests.engine.signin.site import SignInSite, returned
from tests.support.local_identities import PASSWORD, verification
from tests.support.mail import mailbox

NEW = "another password of words"
SETTINGS = {
    "Allow Password Changes": "true",
    "Password Reset Type": "OTP",
    "Enable Username Recovery": "true",
    "Notification Publisher": "publisher-0",
}


@pytest.fixture
def community(site: SignInSite) -> Iterator[Community]:
    with mailbox() as box:
        made = opened_community(site, box)
        made.save_adapter(**SETTINGS)
        add_application(site)
        yield made


@pytest.fixture
def application(community: Community) -> Application:
    return Application(community.visitor())


def mailed(community: Community, application: Application, action: str, **body: Any) -> dict[str, Any]:
    """Perform an action, and send all e-mails that it causes."""

    async def sent() -> dict[str, Any]:
        answer = await application.sending(action, body)
        await outbox_sender(community.site.engine.services).send_due()
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    return asyncio.run(sent())


def register(community: Community, application: Application, **more: Any) -> dict[str, Any]:
    application.start()
    state = application.act("initiateRegistration")
    assert state["status"] == "REGISTRATION_REQUIRED"
    assert [each["id"] for each in state["fields"]] == ["login", "mail", "city"]
    values = {"login": "ada", "mail": "ada@hanse.example", "city": "Lübeck", **more}
    return mailed(community, application, "registerUser", password=PASSWORD, fieldValues=values)


def test_a_user_registers_and_signs_in(community: Community, application: Application) -> None:
    application.start()
    application.act("initiateRegistration")
    answer = application.post("registerUser", {"password": "short", "fieldValues": {"mail": "ada", "login": ""}})
    found = {each["target"]: each["userMessage"] for each in answer.json()["details"]}
    assert found["login"] == "Fill in this field."
    assert found["mail"] == "Enter an email address."
    assert found["password"] == "Use at least 12 characters."
    state = register(community, application)
    assert returned(application.resume(state))["code"]
    assert dict(community.known().attributes)["city"] == "Lübeck"
    again = Application(community.visitor())
    again.start()
    assert returned(again.resume(again.act("checkUsernamePassword", username="ada", password=PASSWORD)))["code"]


def test_an_address_is_verified_with_a_code(community: Community, application: Application) -> None:
    community.save_profile(emailVerificationConfig=verification())
    state = register(community, application)
    assert state["status"] == "EMAIL_VERIFICATION_OTP_REQUIRED"
    assert community.user() is None
    assert application.refused("checkOtp", otp="wrong")["target"] == "otp"
    state = application.act("checkOtp", otp=community.code)
    assert returned(application.resume(state))["code"]
    assert community.known()


def test_a_password_is_changed(community: Community, application: Application) -> None:
    register(community, application)
    application = Application(community.visitor())
    application.start()
    state = application.act("initiatePasswordChange")
    assert (state["status"], state["usernameEditable"]) == ("NEW_PASSWORD_REQUIRED", True)
    wrong = application.refused("checkNewPassword", username="ada", existingPassword="x", newPassword=NEW)
    assert (wrong["code"], wrong["target"]) == ("CREDENTIAL_VALIDATION_FAILED", "existingPassword")
    given = {"username": "ada", "existingPassword": PASSWORD}
    short = application.refused("checkNewPassword", **given, newPassword="short")
    assert (short["code"], short["target"]) == ("PASSWORD_REFUSED", "newPassword")
    assert "at least 12 characters" in short["userMessage"]
    state = application.act("checkNewPassword", **given, newPassword=NEW)
    assert (state["status"], state["userMessage"]) == ("SUCCESSFUL_PASSWORD_CHANGE", "Your password has been changed.")
    application.act("continueAuthentication")
    application = Application(community.visitor())
    application.start()
    assert application.refused("checkUsernamePassword", username="ada", password=PASSWORD)
    assert returned(application.resume(application.act("checkUsernamePassword", username="ada", password=NEW)))["code"]


def test_a_forgotten_password_is_reset_with_a_code(community: Community, application: Application) -> None:
    register(community, application)
    application = Application(community.visitor())
    application.start()
    state = application.act("initiateAccountRecovery")
    assert (state["status"], state["purpose"]) == ("ACCOUNT_RECOVERY_USERNAME_REQUIRED", "RESET")
    state = mailed(community, application, "checkAccountRecoveryUsername", username="ada")
    assert state["status"] == "RECOVERY_CODE_REQUIRED"
    assert application.refused("checkRecoveryCode", recoveryCode="wrong")["code"] == "INVALID_CODE"
    # The step after the next one cannot be reached without the code.
    assert application.post("checkPasswordReset", {"newPassword": NEW}).json()["code"] == "INVALID_ACTION"
    state = application.act("checkRecoveryCode", recoveryCode=community.code)
    assert (state["status"], state["username"]) == ("PASSWORD_RESET_REQUIRED", "ada")
    state = application.act("checkPasswordReset", newPassword=NEW)
    assert state["status"] == "SUCCESSFUL_PASSWORD_RESET"
    application.act("continueAuthentication")
    application = Application(community.visitor())
    application.start()
    assert returned(application.resume(application.act("checkUsernamePassword", username="ada", password=NEW)))["code"]


def test_recovery_does_not_disclose_who_has_an_account(community: Community, application: Application) -> None:
    register(community, application)
    states = []
    for username in ("ada", "nobody"):
        asked = Application(community.visitor())
        asked.start()
        asked.act("initiateAccountRecovery")
        state = asked.act("checkAccountRecoveryUsername", username=username)
        states.append({name: value for name, value in state.items() if name not in ("id", "_links")})
    assert states[0] == states[1]


def test_a_forgotten_username_is_sent_by_email(community: Community, application: Application) -> None:
    register(community, application)
    application = Application(community.visitor())
    application.start()
    assert application.act("recoverUsername")["status"] == "USERNAME_RECOVERY_EMAIL_REQUIRED"
    wrong = application.refused("checkUsernameRecoveryEmail", email="ada")
    assert (wrong["code"], wrong["target"]) == ("INVALID_EMAIL", "email")
    state = mailed(community, application, "checkUsernameRecoveryEmail", email="ada@hanse.example")
    assert state["status"] == "USERNAME_RECOVERY_EMAIL_SENT"
    assert "ada" in community.text
    assert application.act("continueAuthentication")["status"] == "USERNAME_PASSWORD_REQUIRED"
