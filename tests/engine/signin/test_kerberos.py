"""Users sign in with a Kerberos ticket (RFC 4559); without one, the policy continues with its next step."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.engine.snapshot.kerberos_tickets import KERBEROS_TICKETS
from hanse.plugins import kerberos_tickets
from hanse.plugins.kerberos_tickets import PreviousPassword, RealmTickets, TicketRefused
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from hanse.resources.system.kerberos_settings import KERBEROS_SETTINGS
from tests.engine.signin.site import SignInSite, Visitor, continues_at, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.engine.trace.test_sign_in_trace import only, steps
from tests.support.configurations import replace
from tests.support.instances import instance
from tests.support.kerberos import ACCOUNT, PASSWORD, KeyDistributionCenter, key_distribution_center
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, on, policy, source

MAIL = "joe@example.com"
TICKET = b64encode(b"ticket of joe").decode()


@pytest.fixture
def tickets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept tickets that name their user."""

    def user_of(realm: RealmTickets, token: bytes, _now: float) -> str:
        assert (realm.realm, realm.username, realm.password) == ("EXAMPLE.COM", ACCOUNT, PASSWORD)
        if not token.startswith(b"ticket of "):
            raise TicketRefused("The ticket is not valid.")
        return token.removeprefix(b"ticket of ").decode()

    monkeypatch.setattr(RealmTickets, "user_of", user_of)


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    """A user of a site that requests a ticket first, and a password from users without one."""
    site.add_adapter(0)
    realm = {"id": "example", "kerberosRealmName": "example.com", "kerberosUsername": ACCOUNT}
    site.add(KERBEROS_REALMS, {**realm, "kerberosPassword": PASSWORD})
    fields = [{"name": "Domain/Realm Name", "value": "example"}]
    contract_of_adapter = {
        "coreAttributes": [{"name": "Domain/Realm Name"}, {"name": "Username", "pseudonym": True}],
    }
    body = {**instance(0, "Kerberos", "hanse.kerberos", fields), "attributeContract": contract_of_adapter}
    site.add(ADAPTERS, {**body, "id": "kerberos", "name": "Kerberos"})
    by_ticket = contract("apc-0", subject=from_source("ADAPTER", "Username", "kerberos"), mail=text(MAIL))
    by_password = contract("apc-0", subject=from_source("ADAPTER", "username", "adapter-0"), mail=text(MAIL))
    fallback = on("Fail", source("adapter-0", done("Fail"), by_password))
    site.add_policy(policy("P", source("kerberos", fallback, by_ticket)))
    return site.browser()


def request_ticket(joe: Visitor, **changed: Any) -> tuple[str, httpx.Response]:
    """Begin, and return the address of the flow and the page there."""
    away = joe.authorize(**changed)
    assert away.status_code == 303
    address = away.headers["location"]
    return address, joe.browser.get(address)


@pytest.mark.usefixtures("tickets")
def test_a_browser_with_a_ticket_signs_in_without_a_page(site: SignInSite, joe: Visitor) -> None:
    address, page = request_ticket(joe)
    assert (page.status_code, page.headers["www-authenticate"]) == (401, "Negotiate")
    code = code_of(site, returned(joe.browser.get(address, Authorization=f"Negotiate {TICKET}"))["code"])
    assert code.context.user_key == "joe"


@pytest.mark.usefixtures("tickets")
def test_a_browser_without_a_ticket_goes_on_with_the_next_step(site: SignInSite, joe: Visitor) -> None:
    _, page = request_ticket(joe)
    assert title_of(page) == "Sign-in continues"
    form = joe.follow(joe.browser.get(continues_at(page).removeprefix("https://sso.example.com:9031")))
    assert form.status_code == 200
    code = code_of(site, returned(joe.sign_in(form))["code"])
    assert code.context.user_key == "joe"
    assert "The browser sent no Kerberos ticket." in [each.detail for each in steps(only(site))]


@pytest.mark.usefixtures("tickets")
@pytest.mark.parametrize("header", [f"Negotiate {b64encode(b'NTLMSSP').decode()}", "Negotiate ???", "Negotiate x"])
def test_a_refused_ticket_goes_on_with_the_next_step(joe: Visitor, header: str) -> None:
    address, _ = request_ticket(joe)
    form = joe.follow(joe.browser.get(address, Authorization=header))
    assert (form.status_code, title_of(form)) == (200, "Sign in")


@pytest.mark.usefixtures("tickets")
@pytest.mark.parametrize("header", ["Basic am9lOmpvZQ==", f"Bearer {TICKET}", "Negotiate", "Negotiate "])
def test_another_header_is_no_ticket(joe: Visitor, header: str) -> None:
    address, _ = request_ticket(joe)
    assert joe.browser.get(address, Authorization=header).status_code == 401


@pytest.mark.usefixtures("tickets")
def test_a_ticket_is_used_once(site: SignInSite, joe: Visitor) -> None:
    address, _ = request_ticket(joe)
    returned(joe.browser.get(address, Authorization=f"Negotiate {TICKET}"))
    other = site.browser()
    address, _ = request_ticket(other)
    assert title_of(other.follow(other.browser.get(address, Authorization=f"Negotiate {TICKET}"))) == "Sign in"


@pytest.mark.usefixtures("tickets")
def test_a_ticket_has_no_effect_on_another_page(joe: Visitor) -> None:
    _, page = request_ticket(joe)
    form = joe.browser.get(continues_at(page).removeprefix("https://sso.example.com:9031"))
    address = form.headers["location"]
    shown = joe.browser.get(address, Authorization=f"Negotiate {TICKET}")
    assert (shown.status_code, title_of(shown)) == (200, "Sign in")


@pytest.mark.usefixtures("tickets")
def test_a_silent_request_shows_no_page(joe: Visitor) -> None:
    assert returned(joe.authorize(prompt="none"))["error"] == "login_required"


@pytest.mark.usefixtures("joe")
def test_the_previous_password_is_accepted_for_the_time_of_the_settings(site: SignInSite) -> None:
    realm = {"id": "example", "kerberosRealmName": "example.com", "kerberosUsername": ACCOUNT}
    body = {**realm, "kerberosPassword": "new-password", "retainPreviousKeysOnPasswordChange": True}
    replace(site.engine.core.configuration, KERBEROS_REALMS, "example", body)
    changed = site.engine.now()
    minutes = {"kdcRetries": "3", "kdcTimeout": "3", "keySetRetentionPeriodMins": 30}
    site.engine.save(KERBEROS_SETTINGS, minutes)
    found = site.engine.follower.snapshot.part(KERBEROS_TICKETS)["example"]
    assert found == RealmTickets(
        "EXAMPLE.COM", ACCOUNT, "new-password", (PreviousPassword(PASSWORD, changed + 30 * 60),)
    )


def test_without_the_libraries_users_enter_their_password(
    site: SignInSite, joe: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(kerberos_tickets, "import_module", missing)
    address, _ = request_ticket(joe)
    form = joe.follow(joe.browser.get(address, Authorization=f"Negotiate {TICKET}"))
    assert title_of(form) == "Sign in"
    assert any("Install the extra kerberos" in each.detail for each in steps(only(site)))


@pytest.fixture(scope="module")
def kdc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeyDistributionCenter]:
    with key_distribution_center(Path(tmp_path_factory.mktemp("realm"))) as made:
        yield made


@pytest.mark.slow
def test_a_ticket_of_a_real_realm_signs_its_user_in(site: SignInSite, joe: Visitor, kdc: KeyDistributionCenter) -> None:
    address, _ = request_ticket(joe)
    code = code_of(site, returned(joe.browser.get(address, Authorization=f"Negotiate {kdc.token('ann')}"))["code"])
    assert code.context.user_key == "ann"
