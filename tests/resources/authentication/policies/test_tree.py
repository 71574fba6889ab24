"""The tree of a policy: branches, limits and references."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.rules import MOST_DEPTH
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTORS
from tests.resources.authentication.policies.adapters import ADAPTERS, problems
from tests.support.configurations import AUTHOR, Body, as_model, create
from tests.support.instances import selector
from tests.support.policies import basic, contract, done, on, policy, source


def refused(configuration: Configuration, root: Body, name: str = "Tried") -> list[tuple[str, str]]:
    return problems(configuration, policy(name, root))


def test_every_result_has_a_branch(configuration: Configuration) -> None:
    rules = {"items": [basic("Joe")]}
    whole = (done("Fail"), done("Joe"), done("Success"))
    assert refused(configuration, source("form", *whole, rules=rules), "Whole") == []
    assert refused(configuration, source("form", done("Fail"), rules=rules)) == [
        ("rootNode.children", "The branch 'Joe' is missing."),
        ("rootNode.children", "The branch 'Success' is missing."),
    ]
    assert refused(configuration, source("form", *whole)) == [
        ("rootNode.children[1].action.context", "There is no result 'Joe' of the node above.")
    ]
    assert refused(configuration, source("form", done("Fail"), done("Fail"), done())) == [
        ("rootNode.children[0].action.context", "The result 'Fail' has more than one branch."),
        ("rootNode.children[1].action.context", "The result 'Fail' has more than one branch."),
    ]


def test_without_default_to_success_that_branch_is_optional(configuration: Configuration) -> None:
    rules = {"items": [basic("Joe")], "fallbackToSuccess": False}
    assert refused(configuration, source("form", done("Fail"), done("Joe"), rules=rules)) == []


def test_a_policy_begins_with_a_source_or_selector(configuration: Configuration) -> None:
    assert refused(configuration, done(), "Nothing yet") == []
    for root in ({"action": {"type": "RESTART"}}, contract("plain")):
        assert ("rootNode.action", "A policy must begin with an adapter, a selector or a fragment.") in refused(
            configuration, root
        )
    deep = source("form", done("Fail"), {**done(), "children": [done("Fail")]})
    assert refused(configuration, deep) == [
        ("rootNode.children[1].children[0].action.context", "There is no result 'Fail' of the node above.")
    ]


@pytest.mark.parametrize("excess", [0, 1])
def test_the_depth_is_bounded(configuration: Configuration, excess: int) -> None:
    node = done()
    for _ in range(MOST_DEPTH - 1 + excess):
        node = on("Success", source("form", done("Fail"), node))
    found = [message for _, message in refused(configuration, node)]
    assert found == [f"A policy is at most {MOST_DEPTH} nodes deep."] * excess


def test_the_number_of_nodes_is_bounded(configuration: Configuration) -> None:
    rules = {"items": [basic(f"R{n}") for n in range(997)]}
    branches = [done("Fail"), done(), *(done(f"R{n}") for n in range(997))]
    assert refused(configuration, source("form", *branches, rules=rules), "Full") == []
    found = refused(configuration, source("form", *branches, done("More"), rules=rules))
    assert found == [("rootNode", "A policy has at most 1,000 nodes.")]


def test_referenced_items_exist_and_cannot_be_deleted(configuration: Configuration) -> None:
    tried = source("form", done("Fail"), on("Success", source("nobody")))
    assert refused(configuration, tried) == [
        ("rootNode.children[1].action.authenticationSource.sourceRef", "IdP Adapter 'nobody' was not found.")
    ]
    selector = {"action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "near"}}}
    assert refused(configuration, selector) == [
        (
            "rootNode.action.authenticationSelectorRef",
            "Authentication Selector 'near' was not found.",
        )
    ]
    assert refused(configuration, source("form", done("Fail"), contract("plain"))) == []
    targets: tuple[tuple[Resource[Any], str], ...] = ((POLICY_CONTRACTS, "plain"), (ADAPTERS, "form"))
    for resource, id_ in targets:
        with pytest.raises(ValidationFailed, match="is in use"), configuration.changing(AUTHOR) as change:
            change.delete(resource, id_)


def test_a_contract_is_fulfilled(configuration: Configuration) -> None:
    path = "rootNode.children[1].action.attributeMapping.attributeContractFulfillment"
    assert refused(configuration, source("form", done("Fail"), contract("hall"))) == [
        (f"{path}.mail", "The attribute mail is not fulfilled.")
    ]
    wrong = contract("hall", mail={"source": {"type": "ADAPTER", "id": "otp"}, "value": "mail"})
    message = "This source is not available here."
    assert refused(configuration, source("form", done("Fail"), wrong)) == [(f"{path}.mail.source", message)]
    wrong = contract("hall", mail={"source": {"type": "ADAPTER", "id": "form"}, "value": "phone"})
    assert refused(configuration, source("form", done("Fail"), wrong)) == [
        (f"{path}.mail.value", "The source has no attribute with this name.")
    ]
    right = contract("hall", mail={"source": {"type": "TEXT"}, "value": "mail@example.com"})
    assert refused(configuration, source("form", done("Fail"), right)) == []


def test_the_failure_branch_has_no_attributes(configuration: Configuration) -> None:
    failed = source("form", contract("plain", "Fail"), done())
    message = "This source is not available here."
    assert message in [text for _, text in refused(configuration, failed)]


def test_a_contract_that_policies_fulfill_cannot_be_extended(configuration: Configuration) -> None:
    assert refused(configuration, source("form", done("Fail"), contract("plain"))) == []
    more = as_model(POLICY_CONTRACTS, {"id": "plain", "name": "Plain", "extendedAttributes": [{"name": "mail"}]})
    with pytest.raises(ValidationFailed) as refusal, configuration.changing(AUTHOR) as change:
        change.replace(POLICY_CONTRACTS, "plain", more)
    message = "Authentication Policy 'Tried' (tried): The attribute mail is not fulfilled."
    assert [error.message for error in refusal.value.errors] == [message]


def test_fragments_return_their_outputs(configuration: Configuration) -> None:
    through = {"action": {"type": "FRAGMENT", "fragment": {"id": "twice"}}, "children": [done("Fail"), done()]}
    body = {"id": "twice", "name": "Twice", "outputs": {"id": "plain"}}
    create(configuration, FRAGMENT_RESOURCE, {**body, "rootNode": source("form", done("Fail"), contract("plain"))})
    mapped = {"source": {"type": "FRAGMENT", "id": "twice"}, "value": "subject"}
    assert refused(configuration, {**through, "children": [done("Fail"), contract("plain", subject=mapped)]}) == []
    other = source("form", done("Fail"), contract("hall", mail={"source": {"type": "TEXT"}, "value": "x"}))
    with pytest.raises(ValidationFailed) as wrong:
        create(configuration, FRAGMENT_RESOURCE, {**body, "id": "other", "name": "Other", "rootNode": other})
    assert [error.message for error in wrong.value.errors] == ["A fragment must end with its output contract."]
    with pytest.raises(ValidationFailed) as circular, configuration.changing(AUTHOR) as change:
        change.replace(FRAGMENT_RESOURCE, "twice", as_model(FRAGMENT_RESOURCE, {**body, "rootNode": through}))
    messages = [error.message for error in circular.value.errors]
    assert messages == ["This fragment contains the one you are editing. Choose another."]


def test_a_selector_has_a_branch_for_each_of_its_results(configuration: Configuration) -> None:
    near = create(configuration, SELECTORS, selector("near")).id
    action = {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": near}}
    assert refused(configuration, {"action": action, "children": [done("Yes"), done("Maybe")]}) == [
        ("rootNode.children[1].action.context", "There is no result 'Maybe' of the node above."),
        ("rootNode.children", "The branch 'No' is missing."),
    ]
    assert refused(configuration, {"action": action, "children": [on("Yes", source()), done("No")]}) == []


def test_adapter_attributes_used_in_policies_cannot_be_removed(configuration: Configuration) -> None:
    assert refused(configuration, source("form", done("Fail"), contract("plain"))) == []
    fewer = as_model(ADAPTERS, {"id": "form", "name": "Form", "attributeContract": {"coreAttributes": []}})
    with pytest.raises(ValidationFailed) as refusal, configuration.changing(AUTHOR) as change:
        change.replace(ADAPTERS, "form", fewer)
    message = "Authentication Policy 'Tried' (tried): The source has no attribute with this name."
    assert [error.message for error in refusal.value.errors] == [message]
