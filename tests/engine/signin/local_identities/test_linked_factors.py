"""Second factors of local users belong to the account, not to its name: they end and are disabled with it."""

import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from hanse.plugins.contracts.second_factors import SecondFactor
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.local_identities.user_model import LocalIdentityUserChange, LocalIdentityUserStatus
from hanse.resources.authentication.local_identities.users import ITEM
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.local_identities.test_account_end import (
    DISABLED,
    administer,
    is_signed_in,
    redeem,
    refresh,
)
from tests.engine.signin.second_factor_policies import OF_FORM, second_factor
from tests.engine.signin.site import Visitor, error_of, returned, title_of
from tests.engine.signin.test_passkeys import ADAPTER, ORIGIN, options_of
from tests.engine.signin.test_totp import ADAPTER as TOTP_ADAPTER
from tests.engine.signin.test_totp import secret_in
from tests.plugins.adapters.totp_devices import app_code
from tests.support.authenticator import Authenticator
from tests.support.local_identities import PASSWORD
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, on, policy, source

ENABLED = LocalIdentityUserChange(status=LocalIdentityUserStatus.ACTIVE)
CREATE, USE = "Create a passkey", "Use your passkey"


def passkey_policy() -> dict[str, Any]:
    """Return the policy of the user guide: a passkey alone, or a password and then the passkey of its user."""
    ended = contract("apc-0", subject=from_source("ADAPTER", "subject", ADAPTER), mail=text("none"))
    mapped: dict[str, Any] = {"inputUserIdMapping": OF_FORM, "userIdAuthenticated": True}
    second = source(ADAPTER, done("Fail"), ended, **mapped)
    password = source("adapter-0", done("Fail"), on("Success", second))
    return policy("Passkeys", source(ADAPTER, on("Fail", password), ended))


@pytest.fixture
def members(token_members: Community) -> Community:
    """Ada and Bob have passwords, and passkeys can replace these."""
    site = token_members.site
    site.add(ADAPTERS, second_factor("Passkey", "hanse.passkey", contract_names=("method", "subject", "userVerified")))
    mapping: dict[str, Any] = {
        "context": {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": "apc-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"sub": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", "apc-0")},
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    site.add_policy(passkey_policy())
    return token_members


def password_page(visitor: Visitor) -> httpx.Response:
    page = visitor.authorize(scope="read")
    assert title_of(page) == USE
    return visitor.send(page, "pf.cancel")


def register_passkey(members: Community, device: Authenticator, name: str = "ada") -> None:
    visitor = members.visitor()
    page = visitor.sign_in(password_page(visitor), name, PASSWORD)
    assert title_of(page) == CREATE
    assert returned(visitor.send(page, name="Laptop", credential=device.create(options_of(page))))["code"]


def use_passkey(visitor: Visitor, device: Authenticator, **more: str) -> httpx.Response:
    """Sign in with a passkey alone."""
    page = visitor.authorize(scope="read")
    assert title_of(page) == USE
    return visitor.send(page, credential=device.use(options_of(page)), **more)


def change(members: Community, method: str, body: Any = None, name: str = "ada") -> None:
    administer(members.site.engine.core.configuration, method, ITEM, members.known(name).id, body)


def factors(members: Community) -> tuple[SecondFactor, ...]:
    return members.site.run(members.site.engine.state.second_factors.page()).items


def test_a_new_user_with_the_name_of_a_deleted_user_has_no_factors(members: Community) -> None:
    laptop, other = Authenticator(origin=ORIGIN), Authenticator(name="other", origin=ORIGIN)
    register_passkey(members, laptop)
    register_passkey(members, other, "bob")
    change(members, "DELETE")
    assert [each.user_key for each in factors(members)] == ["bob"]
    visitor = members.visitor()
    page = members.register(visitor, page=visitor.send(password_page(visitor), "pf.register"))
    assert title_of(page) == CREATE
    assert error_of(use_passkey(members.visitor(), laptop)) == "This passkey cannot be used here."
    assert returned(use_passkey(members.visitor(), other))["code"]


def test_a_passkey_of_a_disabled_user_is_refused_until_the_user_is_enabled(members: Community) -> None:
    laptop = Authenticator(origin=ORIGIN)
    register_passkey(members, laptop)
    change(members, "PUT", DISABLED)
    assert error_of(use_passkey(members.visitor(), laptop)) == "This passkey cannot be used here."
    change(members, "PUT", ENABLED)
    assert returned(use_passkey(members.visitor(), laptop))["code"]


@pytest.mark.parametrize(("method", "body"), [("PUT", DISABLED), ("DELETE", None)])
def test_the_session_and_the_grant_of_a_passkey_end_with_the_account(
    members: Community, method: str, body: Any
) -> None:
    laptop = Authenticator(origin=ORIGIN)
    register_passkey(members, laptop)
    visitor = members.visitor()
    token = redeem(members, returned(use_passkey(visitor, laptop))["code"]).json()["refresh_token"]
    unused = returned(use_passkey(members.visitor(), laptop))["code"]
    assert is_signed_in(visitor)
    change(members, method, body)
    assert returned(visitor.authorize(scope="read", prompt="none"))["error"] == "login_required"
    assert refresh(members, token).json()["error"] == "invalid_grant"
    assert redeem(members, unused).json()["error"] == "invalid_grant"


def test_a_passkey_that_is_added_after_another_one_belongs_to_the_same_account(members: Community) -> None:
    laptop, phone = Authenticator(origin=ORIGIN), Authenticator(name="phone", origin=ORIGIN)
    register_passkey(members, laptop)
    visitor = members.visitor()
    page = visitor.send(use_passkey(visitor, laptop, **{"pf.manage": "on"}), "pf.add")
    page = visitor.send(page, name="Phone", credential=phone.create(options_of(page)))
    assert [each.local_user for each in factors(members)] == [members.known().id] * 2
    # The result after the list has the account as well.
    code = returned(visitor.send(page))["code"]
    change(members, "DELETE")
    assert factors(members) == ()
    assert redeem(members, code).json()["error"] == "invalid_grant"


def test_codes_of_a_user_who_is_disabled_after_the_password_are_refused(token_members: Community) -> None:
    site = token_members.site
    site.add(ADAPTERS, second_factor("TOTP", "hanse.totp"))
    ended = contract("apc-0", subject=from_source("ADAPTER", "subject", TOTP_ADAPTER), mail=text("none"))
    second = source(TOTP_ADAPTER, done("Fail"), ended, inputUserIdMapping=OF_FORM, userIdAuthenticated=True)
    site.add_policy(policy("Two factors", source("adapter-0", done("Fail"), on("Success", second))))
    ada = token_members.visitor()
    page = ada.sign_in(ada.authorize(), "ada", PASSWORD)
    secret = secret_in(page)
    page = ada.send(page, name="Phone", otp=app_code(secret, site.engine.clock.now()))
    recovery = re.findall(r"<li>([0-9][a-z0-9]{4}-[a-z0-9]{5})</li>", page.text)
    assert returned(ada.send(page))["code"]
    # The device and the recovery codes.
    assert {each.local_user for each in factors(token_members)} == {token_members.known().id}
    site.engine.clock.advance(seconds=60)
    visitor = token_members.visitor()
    page = visitor.sign_in(visitor.authorize(), "ada", PASSWORD)
    change(token_members, "PUT", DISABLED)
    page = visitor.send(page, otp=app_code(secret, site.engine.clock.now()))
    assert error_of(page).startswith("The code is not correct")
    page = visitor.send(visitor.send(page, "pf.recovery"), otp=recovery[0])
    assert error_of(page).startswith("The recovery code is not correct")
    change(token_members, "PUT", ENABLED)
    assert returned(visitor.send(visitor.send(page, "pf.app"), otp=app_code(secret, site.engine.clock.now())))["code"]


def test_the_factors_of_a_renamed_user_do_not_belong_to_the_next_user_of_the_name(members: Community) -> None:
    laptop, phone = Authenticator(origin=ORIGIN), Authenticator(name="phone", origin=ORIGIN)
    register_passkey(members, laptop)
    ada = members.known()
    members.change(replace(ada, username="lovelace", names=("lovelace@hanse.example",), email="lovelace@hanse.example"))
    visitor = members.visitor()
    page = members.register(visitor, page=visitor.send(password_page(visitor), "pf.register"))
    assert title_of(page) == CREATE
    assert returned(visitor.send(page, name="Phone", credential=phone.create(options_of(page))))["code"]
    assert {each.local_user for each in factors(members)} == {ada.id, members.known().id}
    assert error_of(use_passkey(members.visitor(), laptop)) == "This passkey cannot be used here."
    visitor = members.visitor()
    page = use_passkey(visitor, phone, **{"pf.manage": "on"})
    assert "Phone" in page.text
    assert "Laptop" not in page.text
    page = visitor.send(page, "pf.add")
    page = visitor.send(page, name="Key", credential=phone.create(options_of(page)))
    owners = [each.local_user for each in factors(members) if each.name in ("Phone", "Key")]
    assert owners == [members.known().id] * 2
    # After the password it is still the second factor of its account.
    visitor = members.visitor()
    page = visitor.sign_in(password_page(visitor), "lovelace", PASSWORD)
    assert returned(visitor.send(page, credential=laptop.use(options_of(page))))["code"]
