"""Account linking: users of a partner link their own account once, and can remove the link."""

import asyncio
import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from hanse.engine.state.contracts import digest
from hanse.kit.errors import ValidationFailed
from hanse.kit.local_users import MOST_LINKS, LocalUser, LocalUserEventKind, LocalUserStatus
from hanse.kit.sign_in_traces import FailureReason
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.authentication.sign_in_traces.failure_texts import failure_text
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.system.password_validators.resource import VALIDATORS
from hanse.saml.name_ids import NameId
from hanse.saml.xml_names import NAMEID_TRANSIENT
from tests.engine.handover.conftest import ALLOWED
from tests.engine.handover.handed_over import posted, verified
from tests.engine.saml.identity_provider import CONNECTION, PARTNER, SamlSite, received, saml_connection
from tests.engine.saml.partner_site import PartnerSite, mapped_to
from tests.engine.saml.test_failure_reasons import failures
from tests.engine.signin.site import Visitor, form_of, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.support.configurations import replace as save
from tests.support.local_identities import PASSWORD, local_user, local_validator, profile, registering_adapter
from tests.support.mappings import from_source
from tests.support.sp_adapters import sp_adapter

LINK = f"issuer|{PARTNER}\0joe@partner"
PAGE = "/pf/idprofile.ping?LocalIdentityProfileID=profile-0"


@pytest.fixture
def linking(saml: SamlSite) -> SamlSite:
    """Ada and Bob have accounts, and the connection links them."""
    site = saml.site
    site.add(LOCAL_IDENTITY_PROFILES, profile())
    site.add(VALIDATORS, local_validator("local"))
    site.add(ADAPTERS, registering_adapter(0))
    password = site.engine.services.passwords.digest(PASSWORD)
    for name in ("ada", "bob"):
        mail = f"{name}@hanse.example"
        user = local_user(name, username=name, names=(mail,), email=mail, password=password)
        asyncio.run(site.engine.state.local_users.create(user))
    configure(saml)
    return saml


def configure(saml: SamlSite, **more: Any) -> None:
    settings = {"idpIdentityMapping": "ACCOUNT_LINKING", "accountLinkingProfileRef": {"id": "profile-0"}, **more}
    save(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, saml_connection(**settings))
    saml.site.engine.caught_up()


def arrive(
    saml: SamlSite, visitor: Visitor, name: str = "joe@partner", format_: str | None = None, **changed: Any
) -> httpx.Response:
    """Sign in at the partner, and come back."""
    request = saml.away(visitor, **changed)
    subject = saml.partner.assertion(request).subject
    assert subject is not None
    assertion = saml.partner.assertion(request, subject=replace(subject, name_id=NameId(name, format_)))
    return saml.answer(visitor, saml.partner.response(request, assertion), request.relay_state)


def local_sign_in(
    visitor: Visitor, page: httpx.Response, name: str = "ada", password: str = PASSWORD
) -> httpx.Response:
    """Leave the page that explains the link, and sign in to the account."""
    return visitor.sign_in(visitor.send(page, "confirm"), name, password)


def link(saml: SamlSite, name: str = "ada", user: str = "joe@partner") -> httpx.Response:
    visitor = saml.site.browser()
    return visitor.send(local_sign_in(visitor, arrive(saml, visitor, user), name), "confirm")


def account(saml: SamlSite, name: str = "ada") -> LocalUser:
    found = asyncio.run(saml.site.engine.state.local_users.by_name("profile-0", name))
    assert found is not None
    return found


def reason(saml: SamlSite) -> tuple[FailureReason | None, str]:
    """Return the reason and the detail of the last failure."""
    last = failures(saml)[-1]
    return last.reason, last.detail


def test_the_user_signs_in_confirms_and_uses_the_account_from_then_on(linking: SamlSite) -> None:
    visitor = linking.site.browser()
    first = arrive(linking, visitor)
    assert title_of(first) == "Link your account"
    assert "joe@partner" in first.text
    confirmation = local_sign_in(visitor, first)
    assert "ada" in confirmation.text
    # Nothing is linked before the confirmation.
    assert account(linking).links == ()
    code = code_of(linking.site, returned(visitor.send(confirmation, "confirm"))["code"])
    assert (account(linking).links, code.context.local_user) == ((LINK,), account(linking).id)
    events = asyncio.run(linking.site.engine.state.local_users.events(account(linking).id, 1))
    assert [each.kind for each in events] == [LocalUserEventKind.ACCOUNT_LINKED]
    again = arrive(linking, linking.site.browser())
    code = code_of(linking.site, returned(again)["code"])
    assert code.context.local_user == account(linking).id


def test_another_user_of_the_partner_has_another_account(linking: SamlSite) -> None:
    link(linking)
    link(linking, "bob", "amy@partner")
    assert account(linking, "bob").links == (f"issuer|{PARTNER}\0amy@partner",)
    assert account(linking).links == (LINK,)


@pytest.mark.parametrize("signs_in", [False, True])
def test_who_cancels_is_not_signed_in_and_nothing_is_linked(linking: SamlSite, signs_in: bool) -> None:
    visitor = linking.site.browser()
    page = arrive(linking, visitor)
    page = local_sign_in(visitor, page) if signs_in else page
    assert returned(visitor.send(page, "cancel"))["error"] == "access_denied"
    assert reason(linking)[0] is FailureReason.CANCELLED
    assert account(linking).links == ()


def test_the_confirmation_cannot_be_reached_without_the_password(linking: SamlSite) -> None:
    visitor = linking.site.browser()
    page = local_sign_in(visitor, arrive(linking, visitor), password="wrong")
    action, hidden = form_of(page)
    visitor.follow(visitor.browser.post(action, {**hidden, "confirm": "yes", "local_user": account(linking).id}))
    assert account(linking).links == ()


def test_a_silent_sign_in_needs_the_user_until_the_account_is_linked(linking: SamlSite) -> None:
    page = arrive(linking, linking.site.browser(), prompt="none")
    assert returned(page)["error"] == "login_required"
    link(linking)
    assert returned(arrive(linking, linking.site.browser(), prompt="none"))["code"]


def test_a_disabled_account_is_refused(linking: SamlSite) -> None:
    link(linking)
    disabled = replace(account(linking), status=LocalUserStatus.DISABLED)
    assert asyncio.run(linking.site.engine.state.local_users.update(disabled))
    assert returned(arrive(linking, linking.site.browser()))["error"] == "access_denied"
    found, detail = reason(linking)
    assert found is FailureReason.ACCOUNT_NOT_LINKED
    assert "no linked account that can be used: The account is disabled" in str(failure_text(found, detail))


def test_transient_identifiers_are_not_linked(linking: SamlSite) -> None:
    page = arrive(linking, linking.site.browser(), format_=NAMEID_TRANSIENT)
    assert returned(page)["error"] == "access_denied"
    assert "transient" in reason(linking)[1]


def test_an_account_has_a_limited_number_of_links(linking: SamlSite) -> None:
    full = replace(account(linking), links=tuple(f"other\0{number}" for number in range(MOST_LINKS)))
    assert asyncio.run(linking.site.engine.state.local_users.update(full))
    visitor = linking.site.browser()
    page = local_sign_in(visitor, arrive(linking, visitor))
    assert returned(page)["error"] == "access_denied"
    assert "The user can remove one of them" in reason(linking)[1]


def test_another_account_that_was_linked_meanwhile_keeps_the_link(linking: SamlSite) -> None:
    visitor = linking.site.browser()
    confirmation = local_sign_in(visitor, arrive(linking, visitor), "bob")
    link(linking)
    assert returned(visitor.send(confirmation, "confirm"))["error"] == "access_denied"
    assert (account(linking).links, account(linking, "bob").links) == ((LINK,), ())


def test_without_an_adapter_for_the_profile_nobody_is_linked(linking: SamlSite) -> None:
    visitor = linking.site.browser()
    page = arrive(linking, visitor)
    # The adapter also signs in users of another validator.
    body = registering_adapter(0, "validator-local", "validator-used")
    save(linking.site.engine.core.configuration, ADAPTERS, "adapter-0", body)
    linking.site.engine.caught_up()
    assert returned(visitor.send(page, "confirm"))["error"] == "access_denied"
    assert returned(arrive(linking, linking.site.browser()))["error"] == "access_denied"
    assert "No adapter signs in users" in reason(linking)[1]


def test_a_link_that_is_confirmed_after_linking_was_switched_off_is_not_made(linking: SamlSite) -> None:
    visitor = linking.site.browser()
    confirmation = local_sign_in(visitor, arrive(linking, visitor))
    save(linking.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, saml_connection())
    linking.site.engine.caught_up()
    assert returned(visitor.send(confirmation, "confirm"))["error"] == "access_denied"
    assert account(linking).links == ()


def at_profile(saml: SamlSite) -> tuple[Visitor, httpx.Response]:
    """Open the profile page. The policy signs the user in at the partner, and with the linked account."""
    visitor = saml.site.browser()
    request = received(visitor.browser.get(PAGE))
    return visitor, saml.answer(visitor, saml.partner.response(request), request.relay_state)


def remove(visitor: Visitor, page: httpx.Response, id_: str) -> httpx.Response:
    action, hidden = form_of(page)
    return visitor.follow(visitor.browser.post(action, {**hidden, "pf.removeLink": id_}))


def test_users_see_and_remove_their_links(linking: SamlSite) -> None:
    link(linking)
    visitor, page = at_profile(linking)
    assert "joe@partner" in page.text
    [id_] = re.findall(r'name="pf.removeLink" value="([^"]*)"', page.text)
    page = remove(visitor, page, "0" * 64)
    assert account(linking).links == (LINK,)
    done = remove(visitor, page, id_)
    assert "The link has been removed" in done.text
    assert (account(linking).links, "joe@partner" in done.text) == ((), False)
    [event] = asyncio.run(linking.site.engine.state.local_users.events(account(linking).id, 1))
    assert event.kind is LocalUserEventKind.ACCOUNT_UNLINKED
    # The user of the partner is asked again.
    assert title_of(arrive(linking, linking.site.browser())) == "Link your account"


def test_the_removal_of_a_link_ends_the_other_sessions(linking: SamlSite) -> None:
    linking.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    link(linking)
    stranger = linking.site.browser()
    arrive(linking, stranger)
    assert returned(stranger.authorize(prompt="none"))["code"]
    visitor, page = at_profile(linking)
    [id_] = re.findall(r'name="pf.removeLink" value="([^"]*)"', page.text)
    remove(visitor, page, id_)
    assert received(stranger.authorize(prompt="none")).message.is_passive


def test_the_only_way_to_sign_in_is_not_removed(linking: SamlSite) -> None:
    link(linking)
    assert asyncio.run(linking.site.engine.state.local_users.update(replace(account(linking), password="")))
    visitor, page = at_profile(linking)
    assert "joe@partner" in page.text
    assert "pf.removeLink" not in page.text
    remove(visitor, page, digest(LINK).hex())
    assert account(linking).links == (LINK,)


def test_applications_receive_the_name_of_the_linked_account(linking: SamlSite) -> None:
    linking.site.add(SP_ADAPTERS, sp_adapter())
    fulfillment = {"sub": from_source("ACCOUNT_LINK", "Local User ID"), "mail": from_source("ASSERTION", "mail")}
    configure(linking, adapterMappings=[mapped_to(attributeContractFulfillment=fulfillment)])
    linking.site.engine.save(REDIRECT_VALIDATION, ALLOWED)
    site = PartnerSite(linking.site, linking.partner)
    visitor = linking.site.browser()
    request = site.away(visitor, PartnerIdpId=PARTNER)
    page = site.answer(visitor, linking.partner.response(request), request.relay_state)
    done = visitor.send(local_sign_in(visitor, page), "confirm")
    assert verified(linking.site, posted(done))["sub"] == "ada"
    # An account that the user has not linked is no source.
    with pytest.raises(ValidationFailed):
        configure(
            linking,
            idpIdentityMapping="ACCOUNT_MAPPING",
            accountLinkingProfileRef=None,
            adapterMappings=[mapped_to(attributeContractFulfillment=fulfillment)],
        )
