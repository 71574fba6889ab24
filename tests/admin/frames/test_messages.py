"""The JSON Schema of the messages between the console and its inner frame, as the server uses it."""

import json
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest

SCHEMA = json.loads(files("hanse.admin").joinpath("frames/messages.schema.json").read_text())
RULE = {
    "authenticationSourceType": "ADAPTER",
    "authenticationSourceId": "HTMLForm",
    "attribute": "username",
    "condition": "EQUALS",
    "expectedValue": "joe",
    "result": "Joe",
}
SELECTED = {"commonScope": ["openid"], "other": []}
SHOW_RULES = {
    "kind": "showRules",
    "node": {"nodeId": "n1", "rules": [RULE], "defaultSuccess": True},
    "sources": [{"type": "ADAPTER", "id": "HTMLForm", "name": "HTML Form", "attributes": ["username"]}],
}


def is_valid(side: str, message: Any) -> bool:
    return jsonschema_rs.is_valid({**SCHEMA, "$ref": f"#/$defs/{side}"}, message)


@pytest.mark.parametrize(
    ("side", "message"),
    [
        ("fromFrame", SHOW_RULES),
        ("fromFrame", {"kind": "activity"}),
        ("fromFrame", {"kind": "updateHelpLink", "url": "/documentation/expressions"}),
        ("fromFrame", {"kind": "reloadNavigation", "target": "/oAuthClients"}),
        ("toFrame", {"kind": "submitScopes", "scopeType": "commonScope", "selectedScopes": SELECTED}),
        ("toFrame", {"kind": "submitRules", "submittedRules": [], "submittedRulesId": "n1", "defaultSuccess": True}),
    ],
)
def test_a_message_of_the_right_sender_is_accepted(side: str, message: Any) -> None:
    assert is_valid(side, message)


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "activity", "more": 1},
        {"kind": "somethingElse"},
        {"kind": "updateHelpLink", "url": "javascript:alert(1)"},
        {"kind": "updateHelpLink", "url": "//elsewhere.example"},
        {"kind": "reloadNavigation", "target": "https://elsewhere.example"},
        {**SHOW_RULES, "node": {"nodeId": "n1", "rules": [{**RULE, "condition": "LIKE"}], "defaultSuccess": True}},
        {"kind": "submitScopes", "scopeType": "commonScope", "selectedScopes": SELECTED},
    ],
)
def test_unknown_or_malformed_messages_of_the_frame_are_refused(message: Any) -> None:
    assert not is_valid("fromFrame", message)
