from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from hanse.resources.system.authorization_server import (
    COMMON_GROUPS,
    COMMON_SCOPES,
    EXCLUSIVE_GROUPS,
    EXCLUSIVE_SCOPES,
    SCOPE_RESOURCES,
)
from hanse.resources.system.authorization_server.names import wildcard_problem
from tests.support.clock import ManualClock
from tests.support.configurations import as_model, create, delete, make_configuration, read
from tests.support.randomness import SeededRandomness

SCOPE_TOKEN = "".join(map(chr, (0x21, *range(0x23, 0x5C), *range(0x5D, 0x7F))))  # RFC 6749, section 3.3.

MEMBERS = {COMMON_SCOPES.path: "read", EXCLUSIVE_SCOPES.path: "pay"}
BY_PATH = {resource.path: resource for resource in SCOPE_RESOURCES}


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, SCOPE_RESOURCES, clock, randomness)


def scope(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": f"About {name}", **fields}


def group(name: str, *scopes: str) -> dict[str, Any]:
    return scope(name, scopes=list(scopes))


def findings(call: Any, *arguments: Any) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as caught:
        call(*arguments)
    return [(error.field_path, error.message) for error in caught.value.errors]


def body_for(resource: Resource[Any], name: str) -> dict[str, Any]:
    member = MEMBERS.get(resource.path.replace("ScopeGroups", "Scopes"))
    return group(name, str(member)) if resource in (COMMON_GROUPS, EXCLUSIVE_GROUPS) else scope(name)


@pytest.mark.parametrize("one", SCOPE_RESOURCES, ids=lambda resource: resource.text.title)
@pytest.mark.parametrize("other", SCOPE_RESOURCES, ids=lambda resource: resource.text.title)
def test_a_name_belongs_to_one_scope_or_group(configuration: Configuration, one: Any, other: Any) -> None:
    for scopes, member in MEMBERS.items():
        create(configuration, BY_PATH[scopes], scope(member))
    create(configuration, one, body_for(one, "taken"))
    assert findings(create, configuration, other, body_for(other, "taken")) == [
        ("name", "This name is already in use.")
    ]


def test_scope_names_are_case_sensitive(configuration: Configuration) -> None:
    create(configuration, COMMON_SCOPES, scope("Read"))
    assert create(configuration, EXCLUSIVE_SCOPES, scope("read")).id == "read"


@pytest.mark.parametrize("name", ["a b", 'a"b', "a\\b", "é", "a\n", "\t", ".", "..", "a/../b", "./a"])
def test_names_that_no_request_can_contain_are_refused(name: str) -> None:
    ((path, _),) = findings(as_model, COMMON_SCOPES, scope(name))
    assert path == "name"


@given(name=st.text(SCOPE_TOKEN, min_size=1, max_size=256).filter(lambda text: not {".", ".."} & set(text.split("/"))))
def test_every_name_of_the_standard_is_accepted(name: str) -> None:
    assert as_model(COMMON_SCOPES, scope(name)).name == name


@given(name=st.text(min_size=1, max_size=256).filter(lambda text: set(text) - set(SCOPE_TOKEN)))
def test_no_name_beyond_the_standard_is_accepted(name: str) -> None:
    findings(as_model, COMMON_SCOPES, scope(name))


@given(name=st.text(SCOPE_TOKEN, min_size=1, max_size=20))
def test_one_asterisk_makes_a_scope_dynamic(name: str) -> None:
    assert (wildcard_problem(name, dynamic=False) is None) == ("*" not in name)
    assert (wildcard_problem(name, dynamic=True) is None) == (name.count("*") == 1 and name != "*")


@pytest.mark.parametrize(
    ("name", "dynamic", "message"),
    [
        ("payment", True, "The name of a dynamic scope must contain one asterisk, where its variable part is."),
        ("*:pay:*", True, "The name of a dynamic scope must contain one asterisk, where its variable part is."),
        ("*", True, "The name of a dynamic scope must be more than its variable part."),
        ("payment:*", False, "Only the name of a dynamic scope can contain an asterisk."),
    ],
)
def test_errors_of_a_wildcard_are_reported(
    configuration: Configuration, name: str, dynamic: bool, message: str
) -> None:
    assert findings(create, configuration, EXCLUSIVE_SCOPES, scope(name, dynamic=dynamic)) == [("name", message)]


def test_name_and_description_are_required(configuration: Configuration) -> None:
    assert findings(as_model, COMMON_SCOPES, {"name": "", "description": " "}) == [
        ("name", "This field is required."),
        ("description", "This field is required."),
    ]
    assert [path for path, _ in findings(as_model, COMMON_GROUPS, {"name": "g", "description": "g", "scopes": []})] == [
        "scopes"
    ]


def test_a_scope_always_states_whether_it_is_dynamic(configuration: Configuration) -> None:
    assert create(configuration, COMMON_SCOPES, scope("read")).body == {**scope("read"), "dynamic": False}


def test_a_scope_in_a_group_is_in_use(configuration: Configuration) -> None:
    create(configuration, COMMON_SCOPES, scope("read"))
    create(configuration, COMMON_SCOPES, scope("write"))
    create(configuration, COMMON_GROUPS, group("both", "write", "read", "openid"))
    assert read(configuration, COMMON_GROUPS, "both").body["scopes"] == ["openid", "read", "write"]
    with pytest.raises(ValidationFailed) as caught:
        delete(configuration, COMMON_SCOPES, "read")
    assert caught.value.message == "This scope is in use and cannot be deleted."
    assert [error.message for error in caught.value.errors] == ["In use by Common Scope Group 'both'."]
    delete(configuration, COMMON_GROUPS, "both")
    delete(configuration, COMMON_SCOPES, "read")


def test_a_group_has_static_scopes_of_its_own_list(configuration: Configuration) -> None:
    create(configuration, COMMON_SCOPES, scope("read"))
    create(configuration, EXCLUSIVE_SCOPES, scope("pay"))
    create(configuration, EXCLUSIVE_SCOPES, scope("order:*", dynamic=True))
    assert findings(create, configuration, EXCLUSIVE_GROUPS, group("g", "pay", "order:*")) == [
        ("scopes[1]", "A dynamic scope cannot be part of a scope group.")
    ]
    for resource, wrong in ((EXCLUSIVE_GROUPS, "read"), (COMMON_GROUPS, "pay"), (EXCLUSIVE_GROUPS, "openid")):
        ((path, message),) = findings(create, configuration, resource, group("g", wrong))
        assert (path, message.endswith(f"'{wrong}' was not found.")) == ("scopes[0]", True)
