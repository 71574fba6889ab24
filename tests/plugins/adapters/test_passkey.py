"""The passkey adapter, with a software authenticator."""

import json
from dataclasses import replace
from typing import Any

import pytest

from hanse.plugins.adapters.passkey.plugin import PASSKEY
from hanse.plugins.contracts.adapters import Failure, ShowPage, Success
from hanse.plugins.contracts.second_factors import FactorKind
from tests.plugins.adapters.directory import AdapterUser, Services, plugin_maker
from tests.plugins.adapters.html_forms import error_of
from tests.plugins.adapters.totp_devices import JOE
from tests.support.authenticator import Authenticator, decoded, encoded

VERIFIED = Success(
    attributes={"subject": "joe", "method": "passkey", "userVerified": "true"}, amr=("pop", "user", "mfa")
)


def passkey_user(services: Services | None = None, /, **settings: str) -> AdapterUser:
    return AdapterUser(plugin_maker(PASSKEY, {}, **settings), services or Services(is_random=True))


def register(user: AdapterUser, device: Authenticator, **known: Any) -> Any:
    """Create the first passkey of a user whom the policy has authenticated."""
    page = user.start(**{**JOE, **known})
    assert page.template == "passkey.registration.template.html", page
    return user.resume({"name": "Laptop", "credential": device.create(page.values["options"])})


def use(user: AdapterUser, device: Authenticator, /, known: Any = JOE, **more: str) -> Any:
    page = user.start(**known)
    assert page.template == "passkey.template.html", page
    return user.resume({"credential": device.use(page.values["options"]), **more})


def test_a_passkey_is_created_and_used() -> None:
    joe, laptop = passkey_user(), Authenticator()
    assert register(joe, laptop) == VERIFIED
    assert use(joe, laptop) == VERIFIED
    (stored,) = joe.services.second_factors.of_user("joe")
    assert (stored.kind, stored.name, stored.counter) == (FactorKind.PASSKEY, "Laptop", 1)


def test_the_options_request_no_attestation_and_exclude_existing_passkeys() -> None:
    joe, laptop = passkey_user(), Authenticator()
    page = joe.start(**JOE)
    options = json.loads(page.values["options"])
    assert page.runs_script
    assert options["rp"]["id"] == "sso.example.com"
    assert options["attestation"] == "none"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert "joe" not in decoded(options["user"]["id"]).decode()
    joe.resume({"credential": laptop.create(page.values["options"])})
    use(joe, laptop, **{"pf.manage": "on"})
    again = json.loads(joe.submit("pf.add").values["options"])
    assert [decoded(each["id"]) for each in again["excludeCredentials"]] == list(laptop.keys)
    # All passkeys of a user belong to the same handle.
    assert again["user"]["id"] == options["user"]["id"]
    assert again["challenge"] != options["challenge"]


def test_without_a_user_the_passkey_identifies_the_user() -> None:
    joe, laptop = passkey_user(), Authenticator()
    register(joe, laptop)
    page = joe.start()
    options = json.loads(page.values["options"])
    assert (options["allowCredentials"], options["userVerification"]) == ([], "required")
    assert joe.resume({"credential": laptop.use(page.values["options"])}) == VERIFIED
    laptop.verifies_user = False
    assert error_of(use(joe, laptop, {})) == "passkey.wrong"


def test_the_user_handle_must_belong_to_the_passkey() -> None:
    joe, laptop = passkey_user(), Authenticator()
    register(joe, laptop)
    (key,) = laptop.keys.values()
    key.handle = b"another"
    assert error_of(use(joe, laptop, {})) == "passkey.wrong"
    page = joe.start()
    response = json.loads(laptop.use(page.values["options"]))
    del response["response"]["userHandle"]
    assert error_of(joe.resume({"credential": json.dumps(response)})) == "passkey.wrong"


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://sso.example.com"},
        {"rp_id": "example.com"},
        {"cross_origin": True},
        {"is_present": False},
    ],
)
def test_a_response_for_another_site_or_without_the_user_is_refused(wrong: dict[str, Any]) -> None:
    joe, laptop = passkey_user(), Authenticator()
    register(joe, laptop)
    assert error_of(use(joe, replace(laptop, **wrong))) == "passkey.wrong"
    assert error_of(register(passkey_user(), Authenticator(**wrong))) == "passkey.not_created"


def test_a_response_to_an_earlier_challenge_is_refused() -> None:
    joe, laptop = passkey_user(), Authenticator()
    register(joe, laptop)
    old = laptop.use(joe.start(**JOE).values["options"])
    joe.start(**JOE)
    assert error_of(joe.resume({"credential": old})) == "passkey.wrong"


def test_a_signature_of_another_key_is_refused() -> None:
    joe, laptop, copy = passkey_user(), Authenticator(), Authenticator()
    register(joe, laptop)
    register(passkey_user(), copy)
    (key,) = copy.keys.values()
    key.id, key.handle = next(iter(laptop.keys)), next(iter(laptop.keys.values())).handle
    copy.keys = {key.id: key}
    assert error_of(use(joe, copy)) == "passkey.wrong"


def test_a_passkey_of_another_user_is_no_second_factor() -> None:
    services = Services(is_random=True)
    joe, amy, laptop = passkey_user(services), passkey_user(services), Authenticator()
    register(joe, laptop)
    register(amy, Authenticator("phone"), user_id="amy")
    assert error_of(use(amy, laptop, {**JOE, "user_id": "amy"})) == "passkey.wrong"


@pytest.mark.parametrize(("setting", "error"), [("REFUSE", "passkey.wrong"), ("LOG", "")])
def test_a_signature_counter_that_does_not_increase_is_refused_or_logged(setting: str, error: str) -> None:
    joe, laptop = passkey_user(Signature_Counter=setting), Authenticator(step=5)
    register(joe, laptop)
    assert use(joe, laptop) == VERIFIED
    next(iter(laptop.keys.values())).counter = -1
    result = use(joe, laptop)
    assert (result == VERIFIED) is not bool(error)
    assert not error or error_of(result) == error


def test_a_passkey_without_a_counter_can_be_used_repeatedly() -> None:
    joe, synchronized = passkey_user(), Authenticator(step=0)
    register(joe, synchronized)
    assert use(joe, synchronized) == use(joe, synchronized) == VERIFIED


@pytest.mark.parametrize(("setting", "accepted"), [("required", False), ("preferred", True), ("discouraged", True)])
def test_a_second_factor_verifies_the_user_as_the_settings_say(setting: str, *, accepted: bool) -> None:
    settings = {"User_Verification": setting, "Sign_In_Without_Username": "false"}
    joe, key = passkey_user(**settings), Authenticator()
    register(joe, key)
    key.verifies_user = False
    result = use(joe, key)
    assert isinstance(result, Success) is accepted
    if isinstance(result, Success):
        assert (result.attributes["userVerified"], result.amr) == ("false", ("pop", "user"))


@pytest.mark.parametrize("missing", ["user_id_authenticated", "has_authenticated"])
def test_only_a_user_whom_the_policy_has_authenticated_can_create_the_first_passkey(missing: str) -> None:
    assert isinstance(passkey_user().start(**{**JOE, missing: False}), Failure)


def test_a_page_that_was_opened_before_the_first_passkey_cannot_create_another_one() -> None:
    services = Services(is_random=True)
    joe, thief, stolen = passkey_user(services), passkey_user(services), Authenticator("thief")
    options = thief.start(**JOE).values["options"]
    register(joe, Authenticator())
    page = thief.resume({"credential": stolen.create(options)})
    assert page.template == "passkey.template.html"
    assert len(services.second_factors.of_user("joe")) == 1


@pytest.mark.parametrize(
    ("settings", "known"),
    [
        ({"Register_Users_Without_Passkeys": "false"}, JOE),
        ({"Sign_In_Without_Username": "false"}, {}),
        ({"Relying_Party_ID": "other.example"}, JOE),
        ({"Relying_Party_ID": "ample.com"}, JOE),
    ],
)
def test_settings_end_the_sign_in(settings: dict[str, str], known: dict[str, Any]) -> None:
    assert isinstance(passkey_user(**settings).start(**known), Failure)


def test_a_parent_domain_can_be_the_relying_party() -> None:
    joe, laptop = passkey_user(Relying_Party_ID="example.com"), Authenticator(rp_id="example.com")
    assert register(joe, laptop) == VERIFIED
    assert use(joe, laptop) == VERIFIED


def test_additional_origins_are_accepted() -> None:
    rows = {"Additional Origins": [{"Origin": "https://app.example.com"}]}
    joe = AdapterUser(plugin_maker(PASSKEY, rows), Services(is_random=True))
    register(joe, laptop := Authenticator())
    laptop.origin = "https://app.example.com"
    assert use(joe, laptop) == VERIFIED


@pytest.mark.parametrize(
    "response",
    [
        "x",
        "{}",
        "[]",
        '{"rawId": "AA", "response": {}}',
        '{"rawId": 1, "response": {"clientDataJSON": "e30"}}',
        '{"response": {"clientDataJSON": "e30"}}',
        '{"rawId": "ä", "response": {"clientDataJSON": "W10"}}',
        '{"rawId": "AA", "response": []}',
        "y" * 40_000,
    ],
)
def test_malformed_responses_are_refused(response: str) -> None:
    joe, laptop = passkey_user(), Authenticator()
    joe.start(**JOE)
    assert error_of(joe.resume({"credential": response})) == "passkey.not_created"
    register(joe, laptop)
    joe.start(**JOE)
    assert error_of(joe.resume({"credential": response})) == "passkey.wrong"


def test_without_a_script_the_page_reports_it() -> None:
    joe, laptop = passkey_user(), Authenticator()
    joe.start(**JOE)
    assert error_of(joe.resume({"credential": ""})) == "passkey.no_response"
    register(joe, laptop)
    joe.start(**JOE)
    assert error_of(joe.resume({})) == "passkey.no_response"
    assert joe.submit("pf.cancel") == Failure(code="cancelled")


def test_wrong_responses_lock_the_user() -> None:
    joe, laptop = passkey_user(), Authenticator()
    register(joe, laptop)
    forged = replace(laptop, origin="https://evil.example")
    for _ in range(4):
        assert error_of(use(joe, forged)) == "passkey.wrong"
    assert error_of(use(joe, forged)) == "login.locked"
    assert error_of(use(joe, laptop)) == "login.locked"


def test_passkeys_are_added_and_removed_after_the_use_of_one() -> None:
    joe, laptop, phone = passkey_user(), Authenticator(), Authenticator("phone")
    register(joe, laptop)
    page = use(joe, laptop, **{"pf.manage": "on"})
    assert (page.template, page.values["kind"], page.values["can_remove"]) == (
        "second.factors.template.html",
        "passkey",
        False,
    )
    page = joe.submit("pf.add")
    page = joe.resume({"credential": phone.create(page.values["options"]), "name": "Phone"})
    assert [each["name"] for each in page.values["factors"]] == ["Laptop", "Phone"]
    page = joe.resume({"pf.remove": page.values["factors"][0]["id"]})
    assert [each["name"] for each in page.values["factors"]] == ["Phone"]
    assert joe.submit() == VERIFIED
    assert error_of(use(joe, laptop)) == "passkey.wrong"


def test_the_identifier_of_a_passkey_cannot_be_registered_again() -> None:
    services = Services(is_random=True)
    joe, amy = passkey_user(services), passkey_user(services)
    register(joe, Authenticator())
    assert error_of(register(amy, Authenticator(), user_id="amy")) == "passkey.too_many"


def test_a_form_without_its_page_starts_again() -> None:
    joe = passkey_user()
    joe.page = ShowPage(template="x", values={})
    joe.known = JOE
    assert joe.resume({"credential": encoded(b"x")}).template == "passkey.registration.template.html"
