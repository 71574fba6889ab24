"""Translates between the rules of the tree and those of the Rules dialog (`messages.schema.json`)."""

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from hanse.config.declare.fields import ConfigModel
from hanse.kit.errors import MalformedRequest
from hanse.kit.texts.translation import localized
from hanse.resources.authentication.policies.node_inputs import NodeInput, found_in
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.model import EXPRESSION

Body = dict[str, Any]
_Id = Annotated[str, Field(max_length=256)]
_Text = Annotated[str, Field(max_length=8_192)]


class _Basic(ConfigModel):
    authentication_source_type: Literal[
        "ADAPTER", "CONTEXT", "EXTENDED_PROPERTIES", "FRAGMENT", "INPUTS", "IDP_CONNECTION"
    ]
    authentication_source_id: _Id
    attribute: _Id
    condition: Condition
    expected_value: _Text
    result: _Id


class _Expression(ConfigModel):
    authentication_source_type: Literal["EXPRESSION"]
    expression: _Text
    result: _Id


_RULES: TypeAdapter[list[_Basic | _Expression]] = TypeAdapter(
    Annotated[list[_Basic | _Expression], Field(max_length=1_000)]
)


def submitted(text: str) -> list[Body]:
    """Return the rules that the dialog posted, in the form of the API. Raises MalformedRequest."""
    try:
        found = _RULES.validate_json(text, strict=True, by_alias=True)
    except ValidationError as error:
        raise MalformedRequest("The rules cannot be read.") from error
    return [_stored(each) for each in found]


def with_rules(node: Body, rules: list[Body], *, default_success: bool) -> None:
    """Replace the rules of a node. A branch follows a result that was only renamed."""
    action = node["action"]
    before = (action.get("attributeRules") or {}).get("items") or []
    kept = {rule["result"] for rule in rules}
    old = {_sense(rule): rule["result"] for rule in before if rule["result"] not in kept}
    known = {rule["result"] for rule in before}
    for rule in rules:
        renamed = old.pop(_sense(rule), None) if rule["result"] not in known else None
        for child in node["children"]:
            if renamed is not None and child["action"].get("context") == renamed:
                child["action"]["context"] = rule["result"]
    if rules:
        action["attributeRules"] = {"fallbackToSuccess": default_success, "items": rules}
    else:
        action.pop("attributeRules", None)


def rules_message(key: str, action: Body, sources: tuple[NodeInput, ...]) -> str:
    """Return the message by which the page asks the console to open the Rules dialog of a node."""
    rules = action.get("attributeRules") or {}
    items = [_shown(rule, sources) for rule in rules.get("items") or []]
    shown: Body = {
        "kind": "showRules",
        "node": {
            "nodeId": key,
            "rules": items,
            "defaultSuccess": not items or bool(rules.get("fallbackToSuccess", True)),
        },
        "sources": [
            {"type": each.type, "id": each.id, "name": localized(each.name), "attributes": list(each.attributes)}
            for each in sources
        ],
    }
    return json.dumps(shown, ensure_ascii=False)


def _sense(rule: Body) -> str:
    return json.dumps({name: value for name, value in rule.items() if name != "result"}, sort_keys=True)


def _stored(rule: _Basic | _Expression) -> Body:
    if isinstance(rule, _Expression):
        return {"attributeSource": {"type": EXPRESSION}, "expression": rule.expression, "result": rule.result}
    id_ = {"id": rule.authentication_source_id} if rule.authentication_source_id else {}
    return {
        "attributeSource": {"type": rule.authentication_source_type, **id_},
        "attributeName": rule.attribute,
        "condition": rule.condition,
        "expectedValue": rule.expected_value,
        "result": rule.result,
    }


def _shown(rule: Body, sources: tuple[NodeInput, ...]) -> Body:
    source = rule.get("attributeSource") or {}
    result = rule.get("result", "")
    if source.get("type", EXPRESSION) == EXPRESSION:
        return {"authenticationSourceType": EXPRESSION, "expression": rule.get("expression", ""), "result": result}
    meant = found_in(sources, source["type"], source.get("id", ""))
    return {
        "authenticationSourceType": source["type"],
        "authenticationSourceId": source.get("id", "") if meant is None else meant.id,
        "attribute": rule.get("attributeName", ""),
        "condition": rule.get("condition", ""),
        "expectedValue": rule.get("expectedValue", ""),
        "result": result,
    }
