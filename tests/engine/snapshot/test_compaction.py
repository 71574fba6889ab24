"""The compact form of a stored document is equivalent to the document."""

from enum import Enum
from typing import Any

import msgspec
import pytest

from hanse.config.canonical_json import to_text
from hanse.config.declare.fields import ServerSet
from hanse.config.declare.validation import parse, to_body
from hanse.engine.snapshot.compaction import Compaction
from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.clients import choices
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.grants import GrantType
from tests.support.clients import client
from tests.support.configurations import as_model

COMPACTION = Compaction(Client)
SERVER_SET = {
    name for name, field in Client.model_fields.items() if any(isinstance(each, ServerSet) for each in field.metadata)
}
ENUM_VALUES = {
    member.value
    for each in (*vars(choices).values(), GrantType)
    if isinstance(each, type) and issubclass(each, Enum)
    for member in each
}
VALUES: tuple[Any, ...] = (
    True,
    False,
    None,
    0,
    5,
    "",
    "x",
    "https://app.example.com/",
    [],
    ["x"],
    ["https://app.example.com/"],
    {},
)
BODY = to_body(as_model(OAUTH_CLIENTS, client("app")))
SECONDARY = {"encryptedSecret": "sealed", "expiryTime": "2030-01-01T00:00:00.000Z"}


def read(text: bytes) -> Client | None:
    """Parse a body, without the fields that the server sets; return None if it is invalid."""
    try:
        return parse(Client, text).model_copy(update=dict.fromkeys(SERVER_SET))
    except ValidationFailed:
        return None


def read_compacted(text: bytes) -> Client | None:
    try:
        return read(COMPACTION.compact(text))
    except msgspec.DecodeError:
        return None


@pytest.mark.parametrize(
    "name",
    [field.alias or name for name, field in Client.model_fields.items() if name not in SERVER_SET],
)
def test_each_value_of_each_member_is_kept(name: str) -> None:
    accepted = set()
    for value in (*VALUES, *ENUM_VALUES, *([word] for word in ENUM_VALUES)):
        text = to_text({**BODY, name: value}).encode()
        expected = read(text)
        assert read_compacted(text) == expected, value
        if expected is not None:
            accepted.add(repr(value))
    assert accepted
    text = to_text({key: value for key, value in BODY.items() if key != name}).encode()
    assert read_compacted(text) == read(text)


@pytest.mark.parametrize(
    "auth",
    [
        {"type": "SECRET", "encryptedSecret": "sealed", "secondarySecrets": [SECONDARY, SECONDARY]},
        {"type": "PRIVATE_KEY_JWT", "enforceReplayPrevention": True},
        {"type": "NONE"},
        {},
    ],
)
def test_the_members_of_objects_are_kept(auth: dict[str, Any]) -> None:
    policy = {"pairwiseIdentifierUserType": True, "policyGroup": {"id": "main"}, "logoutUris": ["https://a.example/"]}
    more = {"extendedParameters": {"tier": {"values": ["gold"]}}, "jwksSettings": {"jwks": '{"keys":[]}'}}
    text = to_text({**BODY, "clientAuth": auth, "oidcPolicy": policy, **more}).encode()
    expected = read(text)
    assert expected is not None
    assert read_compacted(text) == expected


def test_an_unknown_member_is_not_dropped() -> None:
    # An unknown member could be a restriction.
    for more in ({"requireSomethingNew": True}, {"clientAuth": {"type": "NONE", "requireSomethingNew": True}}):
        with pytest.raises(msgspec.DecodeError):
            COMPACTION.compact(to_text({**BODY, **more}).encode())


def test_a_typical_client_takes_a_fifth_of_its_stored_size() -> None:
    text = to_text(BODY).encode()
    assert len(COMPACTION.compact(text)) < len(text) / 5


def test_fields_for_administrators_are_left_out() -> None:
    text = to_text({**BODY, "creationDate": "2026-01-01T00:00:00.000Z"}).encode()
    assert b"creationDate" not in COMPACTION.compact(text)
