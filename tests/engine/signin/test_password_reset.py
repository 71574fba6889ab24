"""Password reset from the login page to a real directory, with e-mails to a real mail server."""

import asyncio
import re
from collections.abc import Iterator
from time import perf_counter

import httpx
import pytest

from hanse.engine.background_jobs import outbox_sender
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.notification_publishers.resource import PUBLISHERS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.signin.site import SignInSite, Visitor, error_of, form_of, returned, title_of
from tests.support.configurations import replace
from tests.support.directory import ADMIN, ADMIN_PASSWORD, PASSWORD, PEOPLE, RunningDirectory, serving
from tests.support.instances import adapter, fields, instance, publisher
from tests.support.mail import Mailbox
from tests.support.mappings import adapter_granted

LDAP = "org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator"
NEW = "Hansa-1669-new"


@pytest.fixture
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    with serving(tmp_path_factory.mktemp("slapd")) as running:
        yield running


@pytest.fixture
def ada(site: SignInSite, directory: RunningDirectory, box: Mailbox) -> Visitor:
    store = {"id": "people", "type": "LDAP", "name": "People", "ldapType": "GENERIC", "userDN": ADMIN}
    site.add(DATA_STORES, {**store, "hostnames": [f"localhost:{directory.port}"], "password": ADMIN_PASSWORD})
    given = {"LDAP_Datastore": "people", "Search_Base": PEOPLE, "Search_Filter": "uid=${username}"}
    site.add(VALIDATORS, instance("ldap", "Validator", LDAP, fields(**given)))
    site.add(PUBLISHERS, publisher(0, box.port))
    body = adapter(0)
    body["configuration"] = {
        "tables": [
            {
                "name": "Credential Validators",
                "rows": [{"fields": fields(Password_Credential_Validator_Instance="validator-ldap")}],
            }
        ],
        "fields": fields(Password_Reset_Type="OTL", Notification_Publisher="publisher-0"),
    }
    site.add(ADAPTERS, body)
    site.add(ADAPTER_GRANT_MAPPINGS, adapter_granted("adapter-0"))
    return site.browser()


def request_link(visitor: Visitor, username: str) -> httpx.Response:
    """Request a reset link, and send the message."""
    action, hidden = form_of(visitor.send(visitor.authorize(), "pf.forgotPassword"))

    async def sent() -> httpx.Response:
        form = {**hidden, "pf.username": username, "pf.ok": "clicked"}
        answer = await visitor.browser.engine.send("POST", action, form=form, cookies=visitor.browser.cookies)
        await outbox_sender(visitor.browser.engine.services).send_due()
        return answer

    return visitor.follow(asyncio.run(sent()))


def link_in(box: Mailbox) -> str:
    text = box.messages[-1].get_payload(decode=True)
    assert isinstance(text, bytes)
    found = re.search(r"https://sso\.example\.com:9031(/\S+)", text.decode())
    assert found is not None
    return found[1]


def test_a_link_lets_its_user_set_a_new_password(site: SignInSite, ada: Visitor, box: Mailbox) -> None:
    waiting = request_link(ada, "ada")
    assert title_of(waiting) == "Check your email"
    assert box.messages[-1]["To"] == "ada@hanse.example"
    link = link_in(box)
    # Another browser or a mail scanner that opens the link gets an error, and the link stays valid.
    stranger = site.browser().browser.get(link)
    assert (stranger.status_code, title_of(stranger)) == (400, "This page has expired")
    opened = ada.browser.get(link)
    # The redirect removes the code from the address.
    assert (opened.status_code, "reset=" in opened.headers["location"]) == (303, False)
    page = ada.follow(opened)
    refused = ada.send(page, **{"pf.newPassword": NEW, "pf.confirmPassword": "other"})
    assert error_of(refused)
    done = ada.send(refused, **{"pf.newPassword": NEW, "pf.confirmPassword": NEW})
    login = ada.send(done)
    assert error_of(ada.sign_in(login, "ada", PASSWORD))
    again = ada.sign_in(ada.authorize(), "ada", NEW)
    assert returned(again)["code"]


def test_unknown_users_are_not_revealed(ada: Visitor, box: Mailbox) -> None:
    known, unknown = request_link(ada, "ada"), request_link(ada, "nobody")
    assert title_of(known) == title_of(unknown)
    assert len(box.messages) == 1


def test_users_have_more_time_for_a_new_password_than_for_a_sign_in(
    site: SignInSite, ada: Visitor, box: Mailbox
) -> None:
    request_link(ada, "ada")
    site.engine.clock.advance(minutes=9)
    page = ada.follow(ada.browser.get(link_in(box)))
    site.engine.clock.advance(minutes=25)
    done = ada.send(page, **{"pf.newPassword": NEW, "pf.confirmPassword": NEW})
    assert returned(ada.sign_in(ada.send(done), "ada", NEW))["code"]


def test_a_new_password_can_be_used_after_the_configured_delay(site: SignInSite, ada: Visitor, box: Mailbox) -> None:
    configuration = site.engine.core.configuration
    with configuration.reading() as view:
        stored = view.find(ADAPTERS, "adapter-0")
    assert stored is not None
    plugin = stored.body["configuration"]
    delay = {"name": "Post-Password Change Re-Authentication Delay", "value": "60"}
    settings = {**plugin, "fields": [*plugin["fields"], delay]}
    replace(configuration, ADAPTERS, "adapter-0", {**stored.body, "configuration": settings})
    site.engine.caught_up()
    request_link(ada, "ada")
    page = ada.follow(ada.browser.get(link_in(box)))
    began = perf_counter()
    ada.send(page, **{"pf.newPassword": NEW, "pf.confirmPassword": NEW})
    assert perf_counter() - began >= 0.06
