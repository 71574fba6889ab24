"""Sign-in with a password at the HTML form adapter."""

import pytest

from hanse.plugins.adapters.attempt_limits import network_of
from hanse.plugins.contracts.adapter_sessions import AdapterSession
from hanse.plugins.contracts.adapters import Failure, Success
from tests.plugins.adapters.directory import Services, User
from tests.plugins.adapters.html_forms import adapter_user, enter_password, error_of, users


def test_a_correct_password_signs_the_user_in() -> None:
    joe = adapter_user()
    joe.start()
    result = enter_password(joe, "right-password")
    assert isinstance(result, Success)
    # The validator's attributes override the entered user name.
    assert result.attributes == {"username": "joe", "mail": "joe@example.com", "policy.action": ""}
    assert result.amr == ("pwd",)
    assert [validator for validator, _ in joe.services.checked] == ["first", "users"]


def test_wrong_passwords_and_unknown_users_get_the_same_answer() -> None:
    answers = []
    for username in ("joe", "nobody"):
        services = Services(users())
        visitor = adapter_user(services)
        visitor.start()
        page = enter_password(visitor, username=username)
        answers.append((page.template, error_of(page), len(services.checked), len(services.counts)))
    assert answers[0] == answers[1]
    assert answers[0][1] == "login.wrong"


@pytest.mark.parametrize("form", [{}, {"pf.username": "joe"}, {"pf.pass": "x"}])
def test_a_missing_value_is_requested(form: dict[str, str]) -> None:
    joe = adapter_user()
    joe.start()
    assert error_of(joe.resume(form)) == "login.missing"
    assert joe.services.checked == []


@pytest.mark.parametrize(("username", "password"), [("x" * 1_025, "y"), ("joe", "y" * 4_097)])
def test_input_that_no_user_can_have_is_not_checked(username: str, password: str) -> None:
    joe = adapter_user()
    joe.start()
    assert error_of(enter_password(joe, password, username)) == "login.wrong"
    assert joe.services.checked == []


def test_too_many_failures_lock_the_user_temporarily() -> None:
    joe = adapter_user(Challenge_Retries="2", Fail_Authentication_on_Account_Lockout="false")
    joe.start()
    assert error_of(enter_password(joe)) == "login.wrong"
    assert error_of(enter_password(joe)) == "login.locked"
    checked = len(joe.services.checked)
    assert error_of(enter_password(joe, "right-password")) == "login.locked"
    assert error_of(enter_password(joe, "right-password", " JOE")) == "login.locked"
    assert len(joe.services.checked) == checked
    joe.wait(seconds=61)
    assert isinstance(enter_password(joe, "right-password"), Success)


def test_a_lockout_ends_the_sign_in_where_the_settings_say_so() -> None:
    joe = adapter_user(Challenge_Retries="1")
    joe.start()
    assert enter_password(joe) == Failure(code="locked_out", message="login.locked")


def test_a_correct_password_resets_the_failures() -> None:
    joe = adapter_user(Challenge_Retries="2")
    for _ in range(3):
        joe.start()
        assert error_of(enter_password(joe)) == "login.wrong"
        assert isinstance(enter_password(joe, "right-password"), Success)


def test_failures_from_other_addresses_do_not_lock_a_user_soon() -> None:
    services = Services(users())
    attacker = adapter_user(services, Challenge_Retries="3")
    attacker.known = {"client_address": "198.51.100.9"}
    attacker.start(client_address="198.51.100.9")
    for _ in range(2):
        enter_password(attacker)
    assert isinstance(enter_password(attacker), Failure)
    joe = adapter_user(services)
    joe.start()
    assert isinstance(enter_password(joe, "right-password"), Success)


def test_a_network_that_tries_many_names_is_throttled() -> None:
    attacker = adapter_user(Fail_Authentication_on_Account_Lockout="false")
    attacker.start()
    for number in range(100):
        enter_password(attacker, username=f"user-{number}")
    assert error_of(enter_password(attacker, username="another")) == "login.locked"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("", ""),
        ("no address", ""),
    ],
)
def test_attempts_are_counted_by_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_an_unavailable_directory_is_not_a_wrong_password() -> None:
    joe = adapter_user()
    joe.services.is_away = True
    joe.start()
    for _ in range(5):
        assert error_of(enter_password(joe)) == "login.unavailable"
    joe.services.is_away = False
    assert isinstance(enter_password(joe, "right-password"), Success)


@pytest.mark.parametrize(
    ("state", "error"), [("locked", "login.account_locked"), ("disabled", "login.account_disabled")]
)
def test_the_user_of_a_locked_or_disabled_account_sees_the_reason(state: str, error: str) -> None:
    joe = adapter_user(Services(users(**{state: True})))
    joe.start()
    assert error_of(enter_password(joe, "right-password")) == error


def test_the_browser_remembers_the_user_name_on_request() -> None:
    joe = adapter_user(**{"Enable_'Remember_My_Username'": "true"})
    joe.start()
    result = enter_password(joe, "right-password", **{"pf.rememberUsername": "on"})
    assert [each.seconds for each in result.cookies] == [30 * 86_400]
    page = joe.start()
    assert (page.values["username"], page.values["remember_checked"]) == ("joe", True)
    enter_password(joe, "right-password")
    assert joe.cookies == {}
    # The cookie is ignored once the setting is disabled.
    plain = adapter_user()
    plain.cookies["username"] = "joe"
    assert plain.start().values["username"] == ""


@pytest.mark.parametrize(("own", "shared"), [({"pf.thisIsMyDevice": "on"}, False), ({}, True)])
def test_the_user_chooses_the_type_of_device(own: dict[str, str], shared: bool) -> None:
    joe = adapter_user(**{"Enable_'This_is_My_Device'": "true"})
    joe.start()
    assert enter_password(joe, "right-password", **own).shared_device is shared
    silent = adapter_user()
    silent.start()
    assert enter_password(silent, "right-password", **own).shared_device is None


def test_a_user_named_by_the_policy_cannot_be_changed_unless_the_settings_allow_it() -> None:
    services = Services({**users(), "amy": User("amys-password")})
    for allowed, expected in (("false", "login.wrong"), ("true", None)):
        joe = adapter_user(services, Allow_Username_Edits_During_Chaining=allowed)
        page = joe.start(user_id="joe", user_id_fixed=True)
        assert page.values["username_fixed"] is (allowed == "false")
        result = enter_password(joe, "amys-password", "amy")
        assert isinstance(result, Success) if expected is None else error_of(result) == expected


def test_a_user_named_by_the_application_is_only_suggested() -> None:
    joe = adapter_user()
    page = joe.start(user_id="amy")
    assert (page.values["username"], page.values["username_fixed"]) == ("amy", False)
    assert isinstance(enter_password(joe, "right-password"), Success)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("None", None),
        ("Per Adapter", AdapterSession(idle_seconds=600.0, maximum_seconds=3_600.0)),
        ("Globally", AdapterSession(group="html-form", idle_seconds=600.0, maximum_seconds=3_600.0)),
    ],
)
def test_the_adapters_own_session(setting: str, expected: AdapterSession | None) -> None:
    joe = adapter_user(Session_State=setting, Session_Timeout="10", Session_Max_Timeout="60")
    assert joe.make().own_session == expected


def test_no_password_is_in_a_page_or_in_the_stored_flow() -> None:
    offered = {"Show_Password_Expiring_Warning": "true", "Allow_Password_Changes": "true"}
    joe = adapter_user(Services(users(expires_in_days=1)), **offered)
    pages = [
        joe.start(),
        enter_password(joe, "secret-guess"),
        enter_password(joe, "right-password"),
        joe.submit("pf.passwordChange"),
    ]
    for result in pages:
        assert "secret-guess" not in repr(result)
        assert "right-password" not in repr(result)
