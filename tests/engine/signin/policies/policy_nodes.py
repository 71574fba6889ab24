"""Nodes and rules of policy trees, and expected outcomes."""

from typing import Any

from hanse.engine.signin.contracts import Origin
from hanse.engine.signin.policies.outcomes import (
    Authenticated,
)
from tests.engine.signin.policies.policy_walks import Body
from tests.support.mappings import from_source
from tests.support.policies import basic, contract, done

BY_FORM = Authenticated(Origin("ADAPTER", "form"), {"username": "joe"})
OF_OTHER = from_source("ADAPTER", "username", "other")
BY_CONTRACT = Authenticated(Origin("AUTHENTICATION_POLICY_CONTRACT", "apc"), {"subject": "joe"})


def ends(type_: str, context: str = "Fail") -> Body:
    return {"action": {"type": type_, "context": context}}


def selected(*children: Body) -> Body:
    return {
        "action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "selector"}},
        "children": list(children),
    }


def through(id_: str, *children: Body, **more: Any) -> Body:
    return {
        "action": {"type": "FRAGMENT", "fragment": {"id": id_}, **more},
        "children": list(children) or [done("Fail"), contract("apc", subject=from_source("FRAGMENT", "subject", id_))],
    }


def rule_on(type_: str, name: str, expected: str, **more: str) -> Body:
    return basic("vip", attributeSource={"type": type_, **more}, attributeName=name, expectedValue=expected)


def rules(*items: Body, falls_back: bool = True) -> Body:
    return {"fallbackToSuccess": falls_back, "items": list(items)}
