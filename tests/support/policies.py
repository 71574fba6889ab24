"""Request bodies of authentication policies."""

from typing import Any

Body = dict[str, Any]


def done(context: str = "Success") -> Body:
    """Return a branch that ends with DONE."""
    return {"action": {"type": "DONE", "context": context}}


def source(id_: str = "form", *children: Body, rules: Body | None = None, **more: Any) -> Body:
    """Return a node that uses an adapter. Unless children are given, both of its branches end with DONE."""
    action = {"type": "AUTHN_SOURCE", "authenticationSource": {"type": "IDP_ADAPTER", "sourceRef": {"id": id_}}, **more}
    if rules is not None:
        action["attributeRules"] = rules
    return {"action": action, "children": list(children) or [done("Fail"), done()]}


def on(context: str, node: Body) -> Body:
    """Return a node as the branch for a result."""
    return {**node, "action": {**node["action"], "context": context}}


def basic(result: str, **changed: Any) -> Body:
    """Return a rule that compares an attribute of the adapter `form`."""
    rule = {
        "attributeSource": {"type": "ADAPTER", "id": "form"},
        "attributeName": "username",
        "condition": "EQUALS",
        "expectedValue": "joe",
        "result": result,
    }
    return {**rule, **changed}


def expression(result: str, text: str = "attributes.username == 'joe'") -> Body:
    """Return a rule with an expression."""
    return {"attributeSource": {"type": "EXPRESSION"}, "expression": text, "result": result}


def contract(id_: str, context: str = "Success", **fulfillment: Body) -> Body:
    """Return a branch that ends in a policy contract. The subject is the adapter's user name unless given."""
    subject = {"source": {"type": "ADAPTER", "id": "form"}, "value": "username"}
    mapping = {"attributeContractFulfillment": {"subject": subject, **fulfillment}}
    action = {"type": "APC_MAPPING", "authenticationPolicyContractRef": {"id": id_}, "attributeMapping": mapping}
    return {"action": {**action, "context": context}}


def policy(name: str, root: Body, **more: Any) -> Body:
    """Return a policy."""
    return {"id": name.lower().replace(" ", "-"), "name": name, "rootNode": root, **more}
