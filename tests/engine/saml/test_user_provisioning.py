"""Just-in-time provisioning: users of a partner get an account at their first sign-in, which is theirs alone."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx
import pytest

from hanse.engine.signin.policies.local_identities import ExternalUser, StoredLocalIdentities
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.kit.local_users import UNIQUE_ID, LocalUser, LocalUserStatus
from hanse.kit.sign_in_traces import FailureReason, StepKind
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.authentication.sign_in_traces.failure_texts import failure_text
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.saml.attributes import SamlAttribute
from hanse.saml.name_ids import NameId
from hanse.saml.xml_names import NAMEID_TRANSIENT
from tests.engine.saml.identity_provider import CONNECTION, PARTNER, SamlSite, by_connection, saml_connection
from tests.engine.saml.test_failure_reasons import failures
from tests.engine.signin.local_identities.test_local_identity_mapping import profile_node
from tests.engine.signin.site import Visitor, returned
from tests.engine.signin.test_sessions import code_of
from tests.engine.trace.test_sign_in_trace import steps, summaries
from tests.support.configurations import replace as save
from tests.support.instances import Body
from tests.support.local_identities import local_user, profile, verification
from tests.support.mappings import from_source, text

DISABLED = "The account is disabled, or its e-mail address is not verified."
MAPPED = {
    "login": from_source("ASSERTION", "SAML_SUBJECT"),
    "mail": from_source("ASSERTION", "mail"),
    "city": from_source("ASSERTION", "city"),
}


def provisioning(mapping: Mapping[str, Any] | None = None, **more: Any) -> Body:
    """Return the settings of provisioning into the first profile."""
    return {
        "userAttributes": {"attributeContract": [{"name": "city"}]},
        "userRepository": {
            "type": "LOCAL_IDENTITY_PROFILE",
            "localIdentityProfileRef": {"id": "profile-0"},
            "jitRepositoryAttributeMapping": dict(mapping or MAPPED),
        },
        "errorHandling": "ABORT_SSO",
        **more,
    }


@pytest.fixture
def jit(saml: SamlSite) -> SamlSite:
    saml.site.add(LOCAL_IDENTITY_PROFILES, profile())
    configure(saml)
    return saml


def configure(saml: SamlSite, mapping: Mapping[str, Any] | None = None, **more: Any) -> None:
    body = saml_connection(jitProvisioning=provisioning(mapping, **more))
    save(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


def sign_in(
    saml: SamlSite,
    user: str = "joe@partner",
    *,
    visitor: Visitor | None = None,
    format_: str | None = None,
    **values: str,
) -> httpx.Response:
    """Sign in at the partner, which sends the user's identifier and these values."""
    browser = visitor or saml.site.browser()
    request = saml.away(browser)
    subject = saml.partner.assertion(request).subject
    assert subject is not None
    sent = {"mail": f"{user}.example", "city": "Visby", **values}
    assertion = saml.partner.assertion(
        request,
        subject=replace(subject, name_id=NameId(user, format_)),
        attributes=tuple(SamlAttribute(name, (value,)) for name, value in sent.items() if value),
    )
    return saml.answer(browser, saml.partner.response(request, assertion), request.relay_state)


def is_signed_in(page: httpx.Response) -> bool:
    answer = returned(page)
    assert ("code" in answer) is ("error" not in answer)
    return "code" in answer


def user(saml: SamlSite, name: str = "joe@partner") -> LocalUser | None:
    return asyncio.run(saml.site.engine.state.local_users.by_name("profile-0", name))


def known(saml: SamlSite, name: str = "joe@partner") -> LocalUser:
    found = user(saml, name)
    assert found is not None
    return found


def change(saml: SamlSite, changed: LocalUser) -> None:
    assert asyncio.run(saml.site.engine.state.local_users.update(changed))


def reasons(saml: SamlSite) -> list[tuple[FailureReason | None, str]]:
    """Return the reasons and details of the failures in the traces."""
    return [(each.reason, each.detail) for each in failures(saml)]


def test_a_user_gets_an_account_at_the_first_sign_in(jit: SamlSite) -> None:
    assert is_signed_in(sign_in(jit))
    joe = known(jit)
    assert dict(joe.attributes) == {"login": "joe@partner", "mail": "joe@partner.example", "city": "Visby"}
    # Nobody can sign in to the account with a password, and the partner's claims about addresses are not trusted.
    assert (joe.password, joe.email_verified) == ("", False)
    assert joe.signed_in == jit.site.engine.now()


def test_attributes_for_provisioning_are_not_passed_to_policies(jit: SamlSite) -> None:
    sign_in(jit)
    [summary] = summaries(jit.site)
    trace = asyncio.run(jit.site.engine.state.traces.get(summary.id, jit.site.engine.now()))
    assert trace is not None
    passed = [dict(each.after) for each in steps(trace) if each.kind is StepKind.CONNECTION and each.after]
    assert passed
    assert all("city" not in each for each in passed)


@pytest.mark.parametrize(
    ("trigger", "city"), [("NEW_USER_ONLY", "Visby"), ("ALL_SAML_ASSERTIONS", "Riga")], ids=["new", "all"]
)
def test_the_trigger_decides_about_updates(jit: SamlSite, trigger: str, city: str) -> None:
    configure(jit, eventTrigger=trigger)
    sign_in(jit)
    first = known(jit)
    assert is_signed_in(sign_in(jit, city="Riga"))
    assert (known(jit).id, known(jit).attributes["city"]) == (first.id, city)


def test_a_user_is_found_by_partner_and_identifier_and_never_by_an_address(jit: SamlSite) -> None:
    owner = local_user(9, username="ada", names=("joe@partner.example",), email="joe@partner.example")
    asyncio.run(jit.site.engine.state.local_users.create(owner))
    assert not is_signed_in(sign_in(jit))
    assert user(jit) is None
    assert known(jit, "ada") == owner
    [(reason, detail)] = reasons(jit)
    assert reason is FailureReason.USER_NOT_PROVISIONED
    assert "Another user of the profile has the value of: mail." in detail
    assert "Just-in-time provisioning refused the user" in str(failure_text(reason, detail))


def test_a_partner_with_another_entity_id_has_other_users(jit: SamlSite) -> None:
    sign_in(jit)
    links = known(jit).links
    assert links == (f"issuer|{PARTNER}\0joe@partner",)
    # The administrator gives the connection to another partner, which knows the same identifiers.
    body = {**saml_connection(jitProvisioning=provisioning()), "entityId": "https://other.example/saml"}
    save(jit.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    jit.site.engine.caught_up()
    found = jit.site.engine.services.snapshot().part(CONNECTION_SOURCES).provisioning(CONNECTION)
    assert found is not None
    assert found.issuer == "https://other.example/saml"
    link = f"issuer|{found.issuer}\0joe@partner"
    assert asyncio.run(jit.site.engine.state.local_users.by_link("profile-0", link)) is None


def test_simultaneous_first_sign_ins_create_one_account(jit: SamlSite) -> None:
    services = jit.site.engine.services
    external = ExternalUser("issuer|x", {UNIQUE_ID: "1", "login": "joe@partner", "mail": "joe@partner.example"})

    async def at_once() -> list[LocalUser]:
        identities = StoredLocalIdentities(services)
        found = (identities.find(services.snapshot(), "profile-0", "", external) for _ in range(8))
        return await asyncio.gather(*found)

    assert {each.id for each in asyncio.run(at_once())} == {known(jit).id}


@pytest.mark.parametrize("handling", ["CONTINUE_SSO", "ABORT_SSO"])
def test_a_disabled_user_is_always_refused(jit: SamlSite, handling: str) -> None:
    configure(jit, errorHandling=handling)
    jit.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    sign_in(jit)
    joe = known(jit)
    # The sessions that end with the account.
    assert len(asyncio.run(jit.site.engine.state.sessions.of_local_user(joe.id, jit.site.engine.now()))) == 1
    change(jit, replace(joe, status=LocalUserStatus.DISABLED))
    assert not is_signed_in(sign_in(jit))
    assert (FailureReason.USER_NOT_PROVISIONED, DISABLED) in reasons(jit)


def test_an_account_whose_address_must_be_verified_is_refused_until_then(jit: SamlSite) -> None:
    save(
        jit.site.engine.core.configuration,
        LOCAL_IDENTITY_PROFILES,
        "profile-0",
        profile(emailVerificationConfig=verification()),
    )
    configure(jit, {**MAPPED, "verified": text("")}, errorHandling="CONTINUE_SSO")
    assert not is_signed_in(sign_in(jit))
    # A partner whose statement is trusted is mapped to the field of the status.
    configure(jit, {**MAPPED, "verified": text("true")})
    assert is_signed_in(sign_in(jit, "amy@partner"))


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"mail": ""}, "no valid value for: mail"),
        ({"mail": "not an address"}, "no valid value for: mail"),
        ({"format_": NAMEID_TRANSIENT}, "transient name identifier"),
    ],
    ids=["missing", "invalid", "transient"],
)
def test_who_cannot_be_provisioned_is_refused_or_continues_without_an_account(
    jit: SamlSite, changes: dict[str, Any], detail: str
) -> None:
    assert not is_signed_in(sign_in(jit, **changes))
    [(reason, found)] = reasons(jit)
    assert (reason, user(jit)) == (FailureReason.USER_NOT_PROVISIONED, None)
    assert detail in found
    configure(jit, errorHandling="CONTINUE_SSO")
    assert is_signed_in(sign_in(jit, **changes))
    assert user(jit) is None


def test_an_invalid_value_of_a_field_that_is_not_required_is_omitted(jit: SamlSite) -> None:
    assert is_signed_in(sign_in(jit, city="x" * 300))
    assert "city" not in known(jit).attributes


def test_a_policy_ends_with_the_account(jit: SamlSite) -> None:
    body = by_connection()
    body["rootNode"]["children"][1] = profile_node(None)
    save(jit.site.engine.core.configuration, POLICIES, "partner", body)
    jit.site.engine.caught_up()
    code = code_of(jit.site, returned(sign_in(jit))["code"])
    assert code.context.user_key == "joe@partner"
    assert code.context.local_user == known(jit).id


def test_a_mapping_that_fails_is_an_error_of_provisioning(jit: SamlSite) -> None:
    failing = {"source": {"type": "EXPRESSION"}, "value": "1 / 0"}
    configure(jit, {**MAPPED, "city": failing})
    assert not is_signed_in(sign_in(jit))
    assert [reason for reason, _ in reasons(jit)] == [FailureReason.USER_NOT_PROVISIONED]
