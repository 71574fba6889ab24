"""Sign-in by saved authentication policies."""

import pytest
from structlog.testing import capture_logs

from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTORS
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from tests.engine.signin.site import SignInSite, Visitor, returned, title_of
from tests.engine.signin.test_sessions import code_of, enable
from tests.support.clients import client
from tests.support.configurations import replace
from tests.support.instances import Body, adapter, instance, selector
from tests.support.mappings import contract as contract_body
from tests.support.mappings import from_source, text
from tests.support.policies import basic, contract, done, on, policy, source

OF_FORM = from_source("ADAPTER", "username", "adapter-0")
IDENTIFIER_FIRST = "com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter"


def identifier_first() -> Body:
    attributes = {"coreAttributes": [{"name": "domain"}, {"name": "subject", "pseudonym": True}]}
    return {**instance("first", "Identifier", IDENTIFIER_FIRST), "attributeContract": attributes}


def ended(adapter: str, *, fulfilled: Body | None = None, name: str = "Success") -> Body:
    """Return a branch that ends in the site's contract."""
    usual = {"subject": from_source("ADAPTER", "username", adapter), "mail": text("none")}
    return contract("apc-0", name, **{**usual, **(fulfilled or {})})


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    site.add_adapter(0)
    return site.browser()


def test_identifier_first_then_password_then_the_contract(site: SignInSite, joe: Visitor) -> None:
    site.add(ADAPTERS, identifier_first())
    subject = from_source("ADAPTER", "subject", "identifier-first")
    form = source("adapter-0", done("Fail"), ended("adapter-0"), inputUserIdMapping=subject)
    domain = {"attributeSource": {"type": "ADAPTER", "id": "identifier-first"}, "attributeName": "domain"}
    rules = {
        "fallbackToSuccess": False,
        "items": [
            basic("internal", **domain, condition="NOT_EQUAL", expectedValue="a.example"),
            basic("partner", **domain, expectedValue="a.example"),
        ],
    }
    root = source("identifier-first", done("Fail"), on("internal", form), done("partner"), rules=rules)
    site.add_policy(policy("P", root))
    page = joe.authorize()
    assert 'id="subject"' in page.text
    page = joe.send(page, subject="joe")
    assert ('value="joe"' in page.text, "readonly" in page.text) == (True, True)
    # The policy has determined the user, and the form cannot change it.
    code = code_of(site, returned(joe.sign_in(page, "amy", "Schiffer12"))["code"])
    assert (code.context.origin.type, code.context.origin.id) == ("AUTHENTICATION_POLICY_CONTRACT", "apc-0")
    assert code.context.user_key == "joe"
    assert code.context.amr == ("pwd",)


def test_a_selector_chooses_another_adapter_and_a_fragment_returns_its_user(site: SignInSite, joe: Visitor) -> None:
    site.add(SELECTORS, selector(0, "127.0.0.0/8"))
    outputs = site.add(POLICY_CONTRACTS, contract_body(1))
    inner = source("adapter-0", done("Fail"), contract(outputs, subject=OF_FORM, mail=text("none")))
    site.add(FRAGMENT_RESOURCE, {"id": "inside", "name": "Inside", "outputs": {"id": outputs}, "rootNode": inner})
    node = {
        "action": {"type": "FRAGMENT", "fragment": {"id": "inside"}},
        "children": [done("Fail"), ended("", fulfilled={"subject": from_source("FRAGMENT", "subject", "inside")})],
    }
    root = {
        "action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "selector-0"}},
        "children": [on("Yes", node), {"action": {"type": "CONTINUE", "context": "No"}}],
    }
    site.add_policy(policy("P", root))
    code = code_of(site, returned(joe.sign_in(joe.authorize()))["code"])
    assert code.context.user_key == "joe"


def test_an_extended_property_of_the_client_chooses_the_branch(site: SignInSite, joe: Visitor) -> None:
    site.add_adapter(1)
    site.engine.save(EXTENDED_PROPERTIES, {"items": [{"name": "level", "multiValued": True}]})
    type_ = "com.pingidentity.pf.selectors.ExtendedPropertyAuthnSelector"
    body = instance(0, "Selector", type_, [{"name": "Extended Property", "value": "level"}])
    site.add(SELECTORS, {**body, "attributeContract": {"extendedAttributes": [{"name": "gold"}]}})
    root = {
        "action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "selector-0"}},
        "children": [
            on("gold", source("adapter-1", done("Fail"), ended("adapter-1", fulfilled={"subject": text("golden")})))
        ],
    }
    site.add_policy(policy("Gold", root))
    site.add_policy(policy("Others", source("adapter-0", done("Fail"), ended("adapter-0"))))
    for values, used in ((["tin"], "joe"), (["tin", "gold"], "golden"), ([], "joe")):
        more = {"extendedParameters": {"level": {"values": values}}} if values else {}
        web = client("web", bypassApprovalPage=True, **more)
        replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", web)
        site.engine.caught_up()
        user = site.browser()
        code = code_of(site, returned(user.sign_in(user.authorize()))["code"])
        assert code.context.user_key == used


CONTEXT_SELECTOR = "com.pingidentity.pf.selectors.saml.SamlAuthnContextAdapterSelector"


def add_context_policy(site: SignInSite, *given: Body, adapter_context: str | None = None) -> None:
    """Add a policy for the contexts gold and silver, and one for other requests, each with its own adapter."""
    id_ = site.add_adapter(1)
    if adapter_context is not None:
        body = {**adapter(1), "authnCtxClassRef": adapter_context}
        replace(site.engine.core.configuration, ADAPTERS, id_, body)
    contexts = {"extendedAttributes": [{"name": "gold"}, {"name": "silver"}]}
    site.add(SELECTORS, {**instance(0, "Selector", CONTEXT_SELECTOR, list(given)), "attributeContract": contexts})
    root = {
        "action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "selector-0"}},
        "children": [
            on("gold", source("adapter-1", done("Fail"), done("Success"))),
            on("silver", source("adapter-1", done("Fail"), {"action": {"type": "CONTINUE", "context": "Success"}})),
        ],
    }
    site.add_policy(policy("Contexts", root))
    site.add_policy(policy("Others", source("adapter-0", done("Fail"), done("Success"))))


@pytest.mark.parametrize(
    ("given", "adapter_context", "requested", "acr"),
    [
        ([], None, "gold", "gold"),
        ([], "bronze", "tin gold", "gold"),
        ([{"name": "Override AuthN Context for Flow", "value": "false"}], "bronze", "gold", "bronze"),
        ([{"name": "Add or Update AuthN Context Attribute", "value": "false"}], None, "gold", ""),
        # The other policy applies, which sets no context.
        ([], None, "tin", ""),
    ],
)
def test_a_requested_context_is_reported_if_its_branch_authenticated_the_user(
    site: SignInSite, joe: Visitor, given: list[Body], adapter_context: str | None, requested: str, acr: str
) -> None:
    add_context_policy(site, *given, adapter_context=adapter_context)
    code = code_of(site, returned(joe.sign_in(joe.authorize(acr_values=requested)))["code"])
    assert code.context.acr == acr


def test_a_context_of_a_policy_that_was_left_is_not_reported(site: SignInSite, joe: Visitor) -> None:
    add_context_policy(site)
    page = joe.sign_in(joe.authorize(acr_values="silver"))
    code = code_of(site, returned(joe.sign_in(page))["code"])
    assert code.context.acr == ""


def test_failures_are_shown_here_or_returned_to_the_application(site: SignInSite, joe: Visitor) -> None:
    body = policy("P", source("adapter-0"))
    site.add_policy(body)
    assert returned(joe.send(joe.authorize(), "pf.cancel"))["error"] == "access_denied"
    replace(site.engine.core.configuration, POLICIES, "p", {**body, "handleFailuresLocally": True})
    site.engine.caught_up()
    page = joe.send(joe.authorize(), "pf.cancel")
    assert page.status_code == 400
    assert title_of(page) == "Something went wrong"


def test_changing_a_policy_during_a_sign_in_restarts_the_policy(site: SignInSite, joe: Visitor) -> None:
    site.add_policy(policy("P", source("adapter-0", done("Fail"), ended("adapter-0"))))
    page = joe.authorize()
    again = source("adapter-0", on("Fail", source("adapter-0")), ended("adapter-0"))
    replace(site.engine.core.configuration, POLICIES, "p", policy("P", again))
    site.engine.caught_up()
    page = joe.sign_in(page)
    assert title_of(page) == "Sign in"
    assert returned(joe.sign_in(page))["code"]


def test_with_a_session_a_policy_shows_no_page(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    site.add_policy(policy("P", source("adapter-0", done("Fail"), ended("adapter-0"))))
    first = code_of(site, returned(joe.sign_in(joe.authorize()))["code"])
    again = code_of(site, returned(joe.authorize())["code"])
    assert again.context.session_id == first.context.session_id != ""


def test_disabled_policies_are_skipped(site: SignInSite, joe: Visitor) -> None:
    site.add_policy(policy("P", source("adapter-0", done("Fail"), ended("adapter-0")), enabled=False))
    code = code_of(site, returned(joe.sign_in(joe.authorize()))["code"])
    assert code.context.origin.type == "ADAPTER"


def test_the_log_reports_that_policies_are_disabled(site: SignInSite, joe: Visitor) -> None:
    """Policies are disabled on a new installation, which the list of policies does not show."""
    site.add(POLICIES, policy("P", source("adapter-0", done("Fail"), ended("adapter-0"))))
    with capture_logs() as logs:
        joe.authorize()
    off = "authentication policies are off, adapters are used without them"
    assert (off, "warning") in [(each["event"], each["log_level"]) for each in logs]
