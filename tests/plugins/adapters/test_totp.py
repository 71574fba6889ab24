"""The TOTP adapter: enrollment, codes, recovery codes, and the list of devices."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from hanse.plugins.adapters.second_factors.factor_users import factor_key
from hanse.plugins.adapters.totp.codes import accepted_step, code_at, key_uri
from hanse.plugins.contracts.adapters import Failure, ShowPage, Success
from hanse.plugins.contracts.second_factors import FactorKind
from tests.plugins.adapters.directory import AdapterUser, Services
from tests.plugins.adapters.html_forms import error_of
from tests.plugins.adapters.totp_devices import JOE, app_code, enroll, totp_user

RFC_SECRET = b"12345678901234567890"


def enter(user: AdapterUser, code: str, **more: str) -> Any:
    return user.resume({"otp": code, "pf.ok": "clicked", **more})


@pytest.mark.parametrize(
    ("seconds", "code"),
    # RFC 6238, appendix B, the last six digits.
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    assert accepted_step(RFC_SECRET, code, datetime.fromtimestamp(seconds, UTC)) == seconds // 30


def test_one_step_of_drift_is_accepted_and_two_are_not() -> None:
    now = datetime.fromtimestamp(300, UTC)
    found = [accepted_step(RFC_SECRET, code_at(RFC_SECRET, 10 + drift), now) for drift in (-2, -1, 0, 1, 2)]
    assert found == [None, 9, 10, 11, None]


def test_the_qr_code_has_what_apps_read() -> None:
    uri = key_uri(RFC_SECRET, "joe@example.com", "Acme & Co")
    assert uri.startswith("otpauth://totp/Acme%20%26%20Co:joe%40example.com?")
    assert parse_qs(urlsplit(uri).query) == {
        "secret": ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"],
        "issuer": ["Acme & Co"],
        "algorithm": ["SHA1"],
        "digits": ["6"],
        "period": ["30"],
    }


def test_a_user_without_a_device_adds_one_and_gets_recovery_codes() -> None:
    joe = totp_user()
    page = joe.start(**JOE)
    assert page.template == "totp.enrollment.template.html"
    assert page.values["qr"].startswith("data:image/svg+xml")
    assert error_of(joe.resume({"name": "Phone", "otp": "000000"})) == "totp.wrong_first"
    # The same secret again.
    assert joe.page.values["secret"] == page.values["secret"]  # type: ignore[union-attr]
    assert joe.services.second_factors.of_user("joe") == []
    page = joe.resume({"name": "Phone", "otp": app_code(page.values["secret"], joe.now)})
    assert len(set(page.values["codes"])) == 10
    assert joe.submit() == Success(attributes={"subject": "joe", "method": "totp"}, amr=("otp",))
    kinds = [each.kind for each in joe.services.second_factors.of_user("joe")]
    assert kinds == [FactorKind.TOTP] + 10 * [FactorKind.RECOVERY_CODE]


def test_a_code_signs_the_user_in_once() -> None:
    joe = totp_user()
    secret = enroll(joe)
    code = app_code(secret, joe.now)
    joe.start(**JOE)
    assert enter(joe, f" {code[:3]} {code[3:]} ") == Success(
        attributes={"subject": "joe", "method": "totp"}, amr=("otp",)
    )
    joe.start(**JOE)
    assert error_of(enter(joe, code)) == "totp.wrong"
    # Nor is an older code accepted, which belongs to a step before the used one.
    assert error_of(enter(joe, app_code(secret, joe.now, -1))) == "totp.wrong"


def test_the_code_of_the_enrollment_does_not_sign_in() -> None:
    joe = totp_user(Recovery_Codes="false")
    page = joe.start(**JOE)
    code = app_code(page.values["secret"], joe.now)
    assert isinstance(joe.resume({"otp": code}), Success)
    joe.start(**JOE)
    assert error_of(enter(joe, code)) == "totp.wrong"


@pytest.mark.parametrize("missing", ["user_id_fixed", "user_id_authenticated", "has_authenticated"])
def test_only_a_user_whom_the_policy_has_authenticated_can_enroll(missing: str) -> None:
    assert isinstance(totp_user().start(**{**JOE, missing: False}), Failure)


def test_a_page_that_was_opened_before_the_first_device_cannot_add_another_one() -> None:
    services = Services(is_random=True)
    joe, thief = totp_user(services), totp_user(services)
    stolen = thief.start(**JOE).values["secret"]
    enroll(joe)
    page = thief.resume({"otp": app_code(stolen, thief.now)})
    assert page.template == "totp.code.template.html"
    (device,) = [each for each in services.second_factors.of_user("joe") if each.kind is FactorKind.TOTP]
    assert device.name == "Phone"


def test_without_enrollment_a_user_without_a_device_fails() -> None:
    assert totp_user(Enroll_Users_Without_Devices="false").start(**JOE) == Failure(code="no_device")


def test_another_spelling_of_the_name_is_the_same_user() -> None:
    joe = totp_user()
    enroll(joe)
    assert joe.start(**{**JOE, "user_id": " JOE "}).template == "totp.code.template.html"
    assert factor_key("Straße  7") == factor_key("STRASSE 7")


def test_wrong_codes_lock_the_user_and_then_a_correct_one_is_not_checked() -> None:
    joe = totp_user(Challenge_Retries="2")
    secret = enroll(joe)
    joe.start(**JOE)
    assert error_of(enter(joe, "000000")) == "totp.wrong"
    assert error_of(enter(joe, "000000")) == "login.locked"
    assert error_of(enter(joe, app_code(secret, joe.now))) == "login.locked"
    joe.wait(seconds=61)
    assert isinstance(enter(joe, app_code(secret, joe.now)), Success)


def test_guesses_from_many_networks_are_limited_together() -> None:
    joe = totp_user(Challenge_Retries="5")
    secret = enroll(joe)
    for number in range(10):
        joe.start(**JOE, client_address=f"198.51.{number}.1")
        enter(joe, "000000")
    joe.start(**JOE, client_address="203.0.113.1")
    assert error_of(enter(joe, app_code(secret, joe.now))) == "login.locked"
    joe.wait(seconds=3_000)
    assert error_of(enter(joe, app_code(secret, joe.now))) == "login.locked"
    joe.wait(seconds=700)
    assert isinstance(enter(joe, app_code(secret, joe.now)), Success)


def test_each_recovery_code_works_once_and_leads_to_the_devices() -> None:
    services = Services(is_random=True)
    joe = totp_user(services)
    page = joe.start(**JOE)
    page = joe.resume({"otp": app_code(page.values["secret"], joe.now)})
    first, second = page.values["codes"][:2]
    joe.start(**JOE)
    joe.submit("pf.recovery")
    assert error_of(enter(joe, first[:-1] + ("a" if first[-1] != "a" else "b"))) == "recovery.wrong"
    page = enter(joe, first.upper())
    assert (page.template, page.values["recovery_codes_left"]) == ("second.factors.template.html", 9)
    assert joe.submit().attributes["method"] == "recovery_code"
    joe.start(**JOE)
    joe.submit("pf.recovery")
    assert error_of(enter(joe, first)) == "recovery.wrong"
    assert isinstance(enter(joe, second), ShowPage)
    # Only digests are stored.
    stored = b"".join(each.secret for each in services.second_factors.of_user("joe")[1:])
    assert page.values["factors"]
    assert b"$argon2id$" in stored
    assert second.replace("-", "").encode() not in stored


def test_devices_are_added_and_removed_after_a_code_but_never_the_last_one() -> None:
    joe = totp_user()
    secret = enroll(joe)
    joe.start(**JOE)
    page = enter(joe, app_code(secret, joe.now), **{"pf.manage": "on"})
    (phone,) = page.values["factors"]
    assert (phone["name"], page.values["can_remove"]) == ("Phone", False)
    assert len(joe.resume({"pf.remove": phone["id"]}).values["factors"]) == 1
    page = joe.submit("pf.add")
    tablet = page.values["secret"]
    page = joe.resume({"name": " My\ntablet ", "otp": app_code(tablet, joe.now)})
    assert [each["name"] for each in page.values["factors"]] == ["Phone", "My tablet"]
    page = joe.resume({"pf.remove": phone["id"]})
    assert ([each["name"] for each in page.values["factors"]], page.values["message"]) == (
        ["My tablet"],
        "factors.removed",
    )
    assert isinstance(joe.submit(), Success)
    joe.wait(seconds=60)
    joe.start(**JOE)
    assert error_of(enter(joe, app_code(secret, joe.now))) == "totp.wrong"
    assert isinstance(enter(joe, app_code(tablet, joe.now)), Success)


def test_a_device_of_another_user_cannot_be_removed() -> None:
    services = Services(is_random=True)
    joe, amy = totp_user(services), totp_user(services)
    secret = enroll(joe)
    enroll(amy, user_id="amy")
    (foreign,) = [each for each in services.second_factors.of_user("amy") if each.kind is FactorKind.TOTP]
    joe.start(**JOE)
    page = enter(joe, app_code(secret, joe.now), **{"pf.manage": "on"})
    page = joe.submit("pf.add")
    joe.resume({"otp": app_code(page.values["secret"], joe.now)})
    assert joe.resume({"pf.remove": foreign.id}).values["message"] == ""
    assert foreign in services.second_factors.of_user("amy")


def test_new_recovery_codes_replace_the_old_ones() -> None:
    joe = totp_user()
    page = joe.start(**JOE)
    secret = page.values["secret"]
    old = joe.resume({"otp": app_code(secret, joe.now)}).values["codes"][0]
    joe.wait(seconds=60)
    joe.start(**JOE)
    enter(joe, app_code(secret, joe.now), **{"pf.manage": "on"})
    new = joe.submit("pf.newCodes").values["codes"][0]
    assert joe.submit().template == "second.factors.template.html"
    joe.start(**JOE)
    joe.submit("pf.recovery")
    assert error_of(enter(joe, old)) == "recovery.wrong"
    assert enter(joe, new).template == "second.factors.template.html"


def test_a_form_without_its_page_starts_again() -> None:
    joe = totp_user()
    enroll(joe)
    joe.page = ShowPage(template="x", values={})
    joe.known = JOE
    assert joe.resume({"pf.ok": "clicked"}).template == "totp.code.template.html"
