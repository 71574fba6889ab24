"""Identifier-first sign-in and second factors by the authentication API."""

import asyncio
import json
from typing import Any

import pytest

from hanse.engine.background_jobs import outbox_sender
from hanse.resources.authentication.adapters.resource import ADAPTERS
from tests.engine.signin.api.application import CREDENTIALS, ORIGIN, Application, add_application
from tests.engine.signin.second_factor_policies import add_email_codes, add_password_policy, second_factor
from tests.engine.signin.site import SignInSite, returned
from tests.engine.signin.test_email_codes import code_in
from tests.engine.signin.test_sessions import code_of
from tests.plugins.adapters.totp_devices import app_code
from tests.support.authenticator import Authenticator
from tests.support.instances import instance
from tests.support.mail import Mailbox
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, policy, source

USER, PASSWORD = "joe@example.com", "Schiffer12"


def with_second_factor(site: SignInSite, adapter: str, validator_id: str = "validator-used") -> Application:
    """Return the application of a policy with a password and a second factor."""
    add_application(site)
    add_password_policy(site, adapter, validator=validator_id, authenticationApiApplicationRef={"id": "sign-in-0"})
    return Application(site.browser())


# Identifier first


@pytest.fixture
def identifier_first(site: SignInSite) -> Application:
    fields = {"Allow Cancelling Identifier Selection": "true"}
    type_ = "com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter"
    names = [{"name": "domain"}, {"name": "subject", "pseudonym": True}]
    body = {**instance(1, "adapter", type_), "attributeContract": {"coreAttributes": names}}
    body["configuration"]["fields"] = [{"name": name, "value": value} for name, value in fields.items()]
    site.add(ADAPTERS, body)
    site.add_adapter(0)
    add_application(site)
    ended = contract("apc-0", subject=from_source("ADAPTER", "username", "adapter-0"), mail=text("none"))
    mapped = {"inputUserIdMapping": from_source("ADAPTER", "subject", "adapter-1")}
    form = source("adapter-0", done("Fail"), ended, **mapped)
    form["action"]["context"] = "Success"
    tree = policy("Two steps", source("adapter-1", done("Fail"), form))
    site.add_policy({**tree, "authenticationApiApplicationRef": {"id": "sign-in-0"}})
    return Application(site.browser())


def test_an_identifier_comes_before_the_password(identifier_first: Application) -> None:
    application = identifier_first
    state = application.start()
    assert state["status"] == "IDENTIFIER_REQUIRED"
    assert state["previouslySubmittedIdentifiers"] == []
    assert set(state["_links"]) == {"self", "submitIdentifier", "cancelIdentifierSubmission"}
    wrong = application.refused("submitIdentifier", identifier="\t")
    assert (wrong["code"], wrong["target"]) == ("INVALID_IDENTIFIER", "identifier")
    state = application.act("submitIdentifier", identifier="joe")
    assert (state["status"], state["username"]) == ("USERNAME_PASSWORD_REQUIRED", "joe")
    assert state["usernameEditable"] is False
    # The username of the policy is used, whatever the application sends.
    answer = application.act("checkUsernamePassword", username="amy", password=CREDENTIALS["password"])
    assert returned(application.resume(answer))["code"]
    state = application.start()
    assert state["previouslySubmittedIdentifiers"] == ["joe"]
    state = application.act("clearIdentifier", identifier="joe")
    assert state["previouslySubmittedIdentifiers"] == []
    answer = application.act("cancelIdentifierSubmission")
    assert returned(application.resume(answer))["error"] == "access_denied"


# Codes of an authenticator app


def test_an_authenticator_app_is_added_and_used(site: SignInSite) -> None:
    site.add(ADAPTERS, second_factor("TOTP", "hanse.totp"))
    application = with_second_factor(site, "totp-0")
    application.start()
    state = application.act("checkUsernamePassword", **CREDENTIALS)
    assert state["status"] == "TOTP_ACTIVATION_REQUIRED"
    assert state["keyUri"].startswith("otpauth://totp/")
    secret = state["secret"]
    wrong = application.refused("activateTotpDevice", otp="000000")
    assert (wrong["code"], wrong["target"]) == ("INVALID_OTP", "otp")
    otp = app_code(secret, site.engine.clock.now())
    state = application.act("activateTotpDevice", otp=otp, nickname="Phone")
    assert state["status"] == "RECOVERY_CODES_ISSUED"
    recovery = state["recoveryCodes"]
    assert len(recovery) == 10
    answer = application.resume(application.act("continueAuthentication"))
    code = code_of(site, returned(answer)["code"])
    assert (code.context.user_key, code.context.amr) == ("joe", ("pwd", "otp"))

    site.engine.clock.advance(seconds=60)
    application = Application(site.browser())
    application.start()
    state = application.act("checkUsernamePassword", **CREDENTIALS)
    assert (state["status"], state["username"]) == ("OTP_REQUIRED", "joe")
    # A code that was used before is not accepted.
    assert application.refused("checkOtp", otp=otp)["code"] == "INVALID_OTP"
    assert application.act("useRecoveryCode")["status"] == "DEVICE_RECOVERY_CODE_REQUIRED"
    assert application.act("useAuthenticatorApp")["status"] == "OTP_REQUIRED"
    otp = app_code(secret, site.engine.clock.now())
    state = application.act("checkOtp", otp=otp, manageDevices=True)
    assert state["status"] == "DEVICE_MANAGEMENT"
    [device] = state["devices"]
    assert (device["nickname"], state["recoveryCodesLeft"]) == ("Phone", 10)
    # The only device cannot be removed.
    assert application.post("removeDevice", {"deviceId": device["id"]}).json()["code"] == "INVALID_ACTION"
    assert application.act("addDevice")["status"] == "TOTP_ACTIVATION_REQUIRED"
    assert application.act("cancelAuthentication")["status"] == "DEVICE_MANAGEMENT"
    assert application.act("issueRecoveryCodes")["recoveryCodes"] != recovery
    assert application.act("continueAuthentication")["status"] == "DEVICE_MANAGEMENT"
    assert returned(application.resume(application.act("continueAuthentication")))["code"]


def test_a_recovery_code_replaces_the_app_once(site: SignInSite) -> None:
    site.add(ADAPTERS, second_factor("TOTP", "hanse.totp"))
    application = with_second_factor(site, "totp-0")
    application.start()
    secret = application.act("checkUsernamePassword", **CREDENTIALS)["secret"]
    otp = app_code(secret, site.engine.clock.now())
    recovery = application.act("activateTotpDevice", otp=otp)["recoveryCodes"][0]
    application.resume(application.act("continueAuthentication"))
    for is_first in (True, False):
        application = Application(site.browser())
        application.start()
        application.act("checkUsernamePassword", **CREDENTIALS)
        application.act("useRecoveryCode")
        if is_first:
            state = application.act("checkRecoveryCode", recoveryCode=recovery)
            assert (state["status"], state["recoveryCodesLeft"]) == ("DEVICE_MANAGEMENT", 9)
            assert returned(application.resume(application.act("continueAuthentication")))["code"]
        else:
            assert application.refused("checkRecoveryCode", recoveryCode=recovery)["code"] == "INVALID_CODE"


def test_the_second_factor_cannot_be_skipped(site: SignInSite) -> None:
    site.add(ADAPTERS, second_factor("TOTP", "hanse.totp"))
    application = with_second_factor(site, "totp-0")
    application.start()
    assert application.post("checkOtp", {"otp": "123456"}).json()["code"] == "INVALID_ACTION"
    application.act("checkUsernamePassword", **CREDENTIALS)
    for action in ("continueAuthentication", "checkOtp", "addDevice", "checkUsernamePassword"):
        assert application.post(action, {}).json()["code"] == "INVALID_ACTION", action
    page = application.visitor.browser.get(f"/as/{application.flow}/resume/as/authorization.ping")
    # Without a result, the browser is sent back to the application.
    assert page.headers["location"].startswith(ORIGIN)
    cancelled = application.resume(application.act("cancelAuthentication"))
    assert returned(cancelled)["error"] == "access_denied"


# Codes by e-mail


def test_a_code_by_email_is_the_second_factor(site: SignInSite, box: Mailbox) -> None:
    add_email_codes(site, box, USER, PASSWORD)
    application = with_second_factor(site, "email-0", "validator-mail")
    application.start()

    def mailed(action: str, **values: Any) -> dict[str, Any]:
        """Perform an action after which a message is due, and wait until it was delivered."""

        async def sent() -> dict[str, Any]:
            answer = await application.sending(action, values)
            await outbox_sender(site.engine.services).send_due()
            state: dict[str, Any] = answer.json()
            return state

        return asyncio.run(sent())

    state = mailed("checkUsernamePassword", username=USER, password=PASSWORD)
    assert (state["status"], state["target"]) == ("OTP_REQUIRED", "j•••@e•••.com")
    first = code_in(box)
    assert mailed("resendOtp")["status"] == "OTP_REQUIRED"
    assert application.refused("checkOtp", otp=first)["code"] == "INVALID_OTP"
    code = code_of(site, returned(application.resume(application.act("checkOtp", otp=code_in(box))))["code"])
    assert (code.context.user_key, code.context.amr) == (USER, ("pwd", "otp"))


# Passkeys


def test_a_passkey_is_created_and_used_on_a_page_of_the_application(site: SignInSite) -> None:
    names = ("method", "subject", "userVerified")
    body = second_factor("Passkey", "hanse.passkey", contract_names=names)
    body["configuration"]["fields"] = [{"name": "Relying Party ID", "value": "example.com"}]
    origin = {"fields": [{"name": "Origin", "value": ORIGIN}]}
    body["configuration"]["tables"] = [{"name": "Additional Origins", "rows": [origin]}]
    site.add(ADAPTERS, body)
    application = with_second_factor(site, "passkey-0")
    laptop = Authenticator(origin=ORIGIN, rp_id="example.com")
    application.start()
    state = application.act("checkUsernamePassword", **CREDENTIALS)
    assert state["status"] == "FIDO2_ACTIVATION_REQUIRED"
    wrong = application.refused("activateFido2Device", attestation={"id": "x"})
    assert (wrong["code"], wrong["target"]) == ("INVALID_ATTESTATION", "attestation")
    # The error has used up the challenge.
    options = json.dumps(application.read()["publicKeyCredentialCreationOptions"])
    created = json.loads(laptop.create(options))
    answer = application.resume(application.act("activateFido2Device", attestation=created, nickname="Laptop"))
    assert returned(answer)["code"]

    application = Application(site.browser())
    application.start()
    state = application.act("checkUsernamePassword", **CREDENTIALS)
    assert state["status"] == "ASSERTION_REQUIRED"
    used = json.loads(laptop.use(json.dumps(state["publicKeyCredentialRequestOptions"])))
    answer = application.resume(application.act("checkAssertion", assertion=used))
    code = code_of(site, returned(answer)["code"])
    assert (code.context.user_key, code.context.amr) == ("joe", ("pwd", "pop", "user", "mfa"))
