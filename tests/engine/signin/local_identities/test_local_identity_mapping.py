"""Policies that end with a local identity profile: users of other systems get an account, which is theirs alone."""

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest

from hanse.kit.errors import ValidationFailed
from hanse.kit.local_users import UNIQUE_ID, LocalUser, LocalUserStatus
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.site import Visitor, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.support.configurations import create, read
from tests.support.configurations import replace as save
from tests.support.instances import adapter
from tests.support.local_identities import PASSWORD
from tests.support.mappings import contract as policy_contract
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, on, policy, source

# Joe and Amy sign in with another validator, and have no account in the profile yet.
OTHER = "adapter-other"
NAME = from_source("ADAPTER", "username", OTHER)
INBOUND = {UNIQUE_ID: NAME, "login": NAME, "mail": text("${username}@crew.example"), "city": text("Visby")}


def profile_node(inbound: dict[str, Any] | None) -> dict[str, Any]:
    """Return a branch that ends with the profile."""
    outbound = {
        "subject": from_source("LOCAL_IDENTITY_PROFILE", "login", "profile-0"),
        "mail": from_source("LOCAL_IDENTITY_PROFILE", "mail", "profile-0"),
    }
    action: dict[str, Any] = {
        "type": "LOCAL_IDENTITY_MAPPING",
        "context": "Success",
        "localIdentityRef": {"id": "profile-0"},
        "outboundAttributeMapping": {"attributeContractFulfillment": outbound},
    }
    if inbound is not None:
        action["inboundMapping"] = {"attributeContractFulfillment": inbound}
    return {"action": action}


def crew_policy(inbound: dict[str, Any] | None = None, adapter_id: str = OTHER) -> dict[str, Any]:
    given = INBOUND if inbound is None else inbound
    return policy("Crew", source(adapter_id, done("Fail"), profile_node(given)))


@pytest.fixture
def crew(community: Community) -> Community:
    community.site.add(ADAPTERS, adapter("other"))
    community.site.add_policy(crew_policy())
    return community


def change_policy(crew: Community, body: dict[str, Any]) -> None:
    save(crew.site.engine.core.configuration, POLICIES, "crew", body)
    crew.site.engine.caught_up()


def sign_in(crew: Community, name: str = "joe", password: str | None = None) -> tuple[Visitor, httpx.Response]:
    visitor = crew.visitor()
    return visitor, visitor.sign_in(visitor.authorize(scope=""), name, password)


def error(response: httpx.Response) -> str:
    return returned(response)["error"]


def test_a_user_of_another_system_gets_an_account_at_the_first_sign_in(crew: Community) -> None:
    _, page = sign_in(crew)
    assert returned(page)["code"]
    joe = crew.known("joe")
    assert (joe.email, joe.attributes["city"], joe.password, joe.email_verified) == (
        "joe@crew.example",
        "Visby",
        "",
        False,
    )
    assert joe.signed_in == crew.site.engine.now()
    # Nobody can sign in to it with a password.
    crew.save_adapter()
    _, again = sign_in(crew)
    assert returned(again)["code"]
    assert crew.known("joe").id == joe.id


def test_mapped_values_are_updated_and_others_stay(crew: Community) -> None:
    sign_in(crew)
    joe = crew.known("joe")
    crew.change(replace(joe, attributes={**joe.attributes, "verified": "true"}))
    change_policy(crew, crew_policy({**INBOUND, "city": text("Riga"), "mail": text("not an address")}))
    assert returned(sign_in(crew)[1])["code"]
    changed = crew.known("joe")
    assert (changed.id, changed.attributes["city"], changed.email) == (joe.id, "Riga", "joe@crew.example")
    assert changed.attributes["verified"] == "true"


def test_an_account_of_the_same_name_is_never_taken_over(crew: Community) -> None:
    ada = LocalUser(id="ada", profile="profile-0", username="joe", names=(), created=0.0, updated=0.0)
    asyncio.run(crew.site.engine.state.local_users.create(ada))
    assert error(sign_in(crew)[1]) == "access_denied"
    assert crew.known("joe") == ada
    # The account was not linked either.
    assert asyncio.run(crew.site.engine.state.local_users.by_link("profile-0", f"{OTHER}\0joe")) is None


def test_the_same_id_of_another_source_is_another_user(crew: Community) -> None:
    sign_in(crew)
    crew.site.add(ADAPTERS, adapter("second"))
    name = from_source("ADAPTER", "username", "adapter-second")
    inbound = {UNIQUE_ID: name, "login": text("second ${username}"), "mail": text("second@crew.example")}
    change_policy(crew, crew_policy(inbound, "adapter-second"))
    assert returned(sign_in(crew)[1])["code"]
    assert crew.known("second joe").id != crew.known("joe").id


@pytest.mark.parametrize("lacking", [UNIQUE_ID, "login", "mail"])
def test_nobody_signs_in_without_a_required_value(crew: Community, lacking: str) -> None:
    change_policy(crew, crew_policy({**INBOUND, lacking: from_source("CONTEXT", "RequestedUser")}))
    assert error(sign_in(crew)[1]) == "access_denied"
    assert crew.user("joe") is None


def test_a_disabled_account_is_refused_and_its_session_ends_with_it(crew: Community) -> None:
    crew.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    visitor, _ = sign_in(crew)
    joe = crew.known("joe")
    sessions = crew.site.engine.state.sessions
    found = asyncio.run(sessions.of_local_user(joe.id, crew.site.engine.now()))
    assert len(found) == 1
    crew.change(replace(joe, status=LocalUserStatus.DISABLED))
    assert error(visitor.authorize(scope="", prompt="none")) == "access_denied"
    assert error(sign_in(crew)[1]) == "access_denied"


def test_without_an_inbound_mapping_the_user_signs_in_with_a_password_of_the_profile(crew: Community) -> None:
    change_policy(crew, policy("Crew", source("adapter-0", done("Fail"), profile_node(None))))
    visitor = crew.visitor()
    done_page = crew.register(visitor, "ada", visitor.send(visitor.authorize(scope=""), "pf.register"))
    assert returned(done_page)["code"]
    assert returned(sign_in(crew, "ada", PASSWORD)[1])["code"]
    change_policy(crew, policy("Crew", source(OTHER, done("Fail"), profile_node(None))))
    assert error(sign_in(crew)[1]) == "access_denied"


def test_an_inbound_mapping_of_nothing_is_none(crew: Community) -> None:
    """Configurations of other servers have it where users register."""
    empty: dict[str, Any] = {"attributeContractFulfillment": {}, "attributeSources": [], "issuanceCriteria": {}}
    node = profile_node(None)
    node["action"]["inboundMapping"] = empty
    change_policy(crew, policy("Crew", source("adapter-0", done("Fail"), node)))
    stored = read(crew.site.engine.core.configuration, POLICIES, "crew").body["rootNode"]["children"][1]["action"]
    assert "inboundMapping" not in stored
    visitor = crew.visitor()
    done_page = crew.register(visitor, "ada", visitor.send(visitor.authorize(scope=""), "pf.register"))
    assert returned(done_page)["code"]


def fragment_of(root: dict[str, Any], outputs: str = "apc-0") -> dict[str, Any]:
    return {"id": "first", "name": "First factor", "outputs": {"id": outputs}, "rootNode": root}


def use_fragment(crew: Community, root: dict[str, Any]) -> None:
    """Replace the policy by one that ends with the outputs of a fragment."""
    crew.site.add(FRAGMENT_RESOURCE, fragment_of(root))
    subject, mail = (from_source("FRAGMENT", name, "first") for name in ("subject", "mail"))
    end = contract("apc-0", subject=subject, mail=mail)
    node = {"action": {"type": "FRAGMENT", "fragment": {"id": "first"}}, "children": [done("Fail"), end]}
    change_policy(crew, policy("Crew", node))


def test_a_fragment_ends_with_a_profile_whose_user_the_policy_goes_on_with(crew: Community) -> None:
    crew.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    use_fragment(crew, source(OTHER, done("Fail"), profile_node(INBOUND)))
    _, page = sign_in(crew)
    code = code_of(crew.site, returned(page)["code"])
    joe = crew.known("joe")
    assert (code.context.user_key, code.context.local_user, joe.email) == ("joe", joe.id, "joe@crew.example")
    # The session belongs to the account, and a disabled account cannot sign in.
    assert len(asyncio.run(crew.site.engine.state.sessions.of_local_user(joe.id, crew.site.engine.now()))) == 1
    crew.change(replace(joe, status=LocalUserStatus.DISABLED))
    assert error(sign_in(crew)[1]) == "access_denied"


def test_a_fragment_gives_no_account_to_a_user_whom_nobody_has_authenticated(crew: Community) -> None:
    inbound = {UNIQUE_ID: text("1"), "login": text("eve"), "mail": text("eve@crew.example")}
    use_fragment(crew, source(OTHER, on("Fail", profile_node(inbound)), done()))
    visitor = crew.visitor()
    assert error(visitor.send(visitor.authorize(scope=""), "pf.cancel")) == "access_denied"
    assert crew.user("eve") is None


def test_the_profile_of_a_fragment_has_its_output_contract(crew: Community) -> None:
    crew.site.add(POLICY_CONTRACTS, policy_contract("other"))
    body = fragment_of(source(OTHER, done("Fail"), profile_node(INBOUND)), "apc-other")
    with pytest.raises(ValidationFailed) as refused:
        create(crew.site.engine.core.configuration, FRAGMENT_RESOURCE, body)
    assert [each.field_path for each in refused.value.errors] == ["rootNode.children[1].action.localIdentityRef"]


def test_the_profile_page_is_that_of_the_account(crew: Community) -> None:
    visitor = crew.visitor()
    page = visitor.sign_in(visitor.browser.get("/pf/idprofile.ping?LocalIdentityProfileID=profile-0"))
    assert title_of(page) == "Your profile"
    assert "joe@crew.example" in page.text


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"localIdentityRef": {"id": "nothing"}}, "rootNode.children[1].action.localIdentityRef"),
        (
            {"inboundMapping": {"attributeContractFulfillment": {"login": NAME}}},
            f"rootNode.children[1].action.inboundMapping.attributeContractFulfillment.{UNIQUE_ID}",
        ),
        (
            {"inboundMapping": {"attributeContractFulfillment": {UNIQUE_ID: NAME, "role": NAME}}},
            "rootNode.children[1].action.inboundMapping.attributeContractFulfillment.role",
        ),
        (
            {"outboundAttributeMapping": {"attributeContractFulfillment": {"subject": NAME}}},
            "rootNode.children[1].action.outboundAttributeMapping.attributeContractFulfillment.mail",
        ),
    ],
)
def test_a_wrong_mapping_is_refused_at_its_place(crew: Community, changed: dict[str, Any], path: str) -> None:
    body = crew_policy()
    body["rootNode"]["children"][1]["action"] |= changed
    with pytest.raises(ValidationFailed) as refused:
        create(crew.site.engine.core.configuration, POLICIES, {**body, "id": "other", "name": "Other"})
    assert path in {each.field_path for each in refused.value.errors}
