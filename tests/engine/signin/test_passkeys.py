"""Sign-in with passkeys, on the real server."""

import re
from html import unescape

import httpx
import pytest

from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.authentication.policies.resource import POLICY_SETTINGS
from tests.engine.signin.second_factor_policies import add_password_policy, second_factor
from tests.engine.signin.site import SignInSite, Visitor, error_of, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.support.authenticator import Authenticator
from tests.support.mappings import adapter_granted

ADAPTER = "passkey-0"
ORIGIN = "https://sso.example.com:9031"


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    names = ("method", "subject", "userVerified")
    site.add(ADAPTERS, second_factor("Passkey", "hanse.passkey", contract_names=names))
    return site.browser()


def options_of(page: httpx.Response) -> str:
    found = re.search(r'data-options="([^"]*)"', page.text)
    assert found is not None, page.text
    return unescape(found[1])


def register(joe: Visitor, device: Authenticator) -> httpx.Response:
    page = joe.sign_in(joe.authorize())
    assert title_of(page) == "Create a passkey"
    return joe.send(page, name="Laptop", credential=device.create(options_of(page)))


def test_a_passkey_is_created_after_the_password_and_is_then_the_second_factor(site: SignInSite, joe: Visitor) -> None:
    add_password_policy(site, ADAPTER)
    laptop = Authenticator(origin=ORIGIN)
    assert returned(register(joe, laptop))["code"]
    visitor = site.browser()
    page = visitor.sign_in(visitor.authorize())
    answer = visitor.send(page, credential=laptop.use(options_of(page)))
    code = code_of(site, returned(answer)["code"])
    assert (code.context.user_key, code.context.amr) == ("joe", ("pwd", "pop", "user", "mfa"))


def test_a_passkey_alone_signs_its_user_in(site: SignInSite, joe: Visitor) -> None:
    add_password_policy(site, ADAPTER)
    laptop = Authenticator(origin=ORIGIN)
    register(joe, laptop)
    grant = adapter_granted(ADAPTER)
    for value in grant["attributeContractFulfillment"].values():
        value["value"] = "subject"
    site.add(ADAPTER_GRANT_MAPPINGS, grant)
    site.engine.save(POLICY_SETTINGS, {"enableIdpAuthnSelection": False})
    visitor = site.browser()
    page = visitor.authorize()
    page = page if title_of(page) == "Use your passkey" else visitor.send(page, **{"pf.adapterId": ADAPTER})
    assert title_of(page) == "Use your passkey"
    forged = Authenticator(origin="https://evil.example", keys=laptop.keys)
    page = visitor.send(page, credential=forged.use(options_of(page)))
    assert error_of(page) == "This passkey cannot be used here."
    code = code_of(site, returned(visitor.send(page, credential=laptop.use(options_of(page))))["code"])
    assert (code.context.user_key, code.context.amr) == ("joe", ("pop", "user", "mfa"))


def test_only_pages_for_passkeys_can_run_a_script_of_this_server(site: SignInSite, joe: Visitor) -> None:
    add_password_policy(site, ADAPTER)
    page = joe.authorize()
    assert "script-src" not in page.headers["content-security-policy"]
    page = joe.sign_in(page)
    policy = page.headers["content-security-policy"]
    assert "script-src 'self'; require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    source = re.search(r'<script src="([^"]+)" integrity="sha384-', page.text)
    assert source is not None
    assert joe.browser.get(source[1]).headers["content-type"].startswith("text/javascript")
