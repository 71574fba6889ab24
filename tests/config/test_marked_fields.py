"""Marked fields are found in recursive models, at every depth and each of them once."""

from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from hanse.config.change.reference_checks import references_of
from hanse.config.change.write_transaction import Author
from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink, Secret, Unique
from hanse.config.declare.handles import Handle
from hanse.config.declare.marked_fields import fields_with, marked_fields, pattern_of, places, to_text
from hanse.config.declare.options import ResourceText, StorageOptions
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import GROUPS, SETTINGS


class Step(ConfigModel):
    """A node of a policy tree, with a reference, a secret and further nodes."""

    group: Annotated[ResourceLink | None, Ref(Handle("/toy/groups"))] = None
    code: Annotated[str | None, Secret()] = None
    encrypted_code: str | None = None
    on_success: "Step | None" = None
    children: "list[Step]" = Field(default_factory=list)


class Tree(ConfigModel):
    id: ResourceId | None = None
    name: Annotated[str, Unique()]
    root: Step


class Inner(ConfigModel):
    label: Annotated[str | None, Unique()] = None
    selves: "dict[str, Inner]" = Field(default_factory=dict)
    outer: "Outer | None" = None


class Outer(ConfigModel):
    title: Annotated[str | None, Unique()] = None
    inner: Inner | None = None
    inners: list[Inner] = Field(default_factory=list)


TREES = Resource(
    path="/toy/trees",
    model=Tree,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Tree", description="Policies."),
    storage=StorageOptions(kind="toy/tree"),
)
BRANCH = {"group": {"id": "b"}, "onSuccess": {"children": [{"group": {"id": "c"}}, {"group": {"id": "d"}}]}}
BODY: dict[str, Any] = {"name": "t", "root": {"group": {"id": "a"}, "children": [{}, BRANCH]}}


def test_a_recursive_model_is_visited_once() -> None:
    assert [to_text(found.pattern) for found in marked_fields(Tree)] == [
        "name",
        "root.(onSuccess|children.*)*.group",
        "root.(onSuccess|children.*)*.code",
    ]


def test_fields_of_models_that_refer_to_each_other_are_found() -> None:
    assert [to_text(found.pattern) for found in marked_fields(Outer)] == [
        "(inner.(selves.*)*.outer|inners.*.(selves.*)*.outer)*.title",
        "(inner.(selves.*)*.outer|inners.*.(selves.*)*.outer)*.inner.(selves.*)*.label",
        "(inner.(selves.*)*.outer|inners.*.(selves.*)*.outer)*.inners.*.(selves.*)*.label",
    ]


INNER: Any = st.deferred(
    lambda: st.fixed_dictionaries(
        {"label": st.text(max_size=3)},
        optional={"selves": st.dictionaries(st.sampled_from(["x", "y"]), INNER, max_size=2), "outer": OUTER},
    )
)
OUTER: Any = st.deferred(
    lambda: st.fixed_dictionaries(
        {"title": st.text(max_size=3)}, optional={"inner": INNER, "inners": st.lists(INNER, max_size=2)}
    )
)


def paths_of(value: Any, name: str, path: str = "") -> list[str]:
    """Return the paths of all members with this name, found without the model."""
    if isinstance(value, list):
        return [each for index, item in enumerate(value) for each in paths_of(item, name, f"{path}[{index}]")]
    if not isinstance(value, dict):
        return []
    here = [(f"{path}.{key}" if path else key, key, item) for key, item in value.items()]
    return [
        *(where for where, key, _ in here if key == name),
        *(each for where, _, item in here for each in paths_of(item, name, where)),
    ]


# Hypothesis needs long to generate such trees, so that there are fewer examples than by default.
@settings(max_examples=40)
@given(OUTER)
def test_every_marked_field_is_found_once(body: dict[str, Any]) -> None:
    patterns = [found.pattern for found in fields_with(Outer, Unique)]
    found = [place.path for pattern in patterns for place in places(body, pattern)]
    assert sorted(found) == sorted([*paths_of(body, "title"), *paths_of(body, "label")])


def test_references_are_found_at_every_depth() -> None:
    found = {each.path: each.target_id for each in references_of(TREES, BODY, Registry([GROUPS, SETTINGS, TREES]))}
    assert found == {
        "root.group": "a",
        "root.children[1].group": "b",
        "root.children[1].onSuccess.children[0].group": "c",
        "root.children[1].onSuccess.children[1].group": "d",
    }


def test_paths_become_patterns() -> None:
    pattern = fields_with(Tree, Secret)[0].pattern
    assert pattern_of(Tree, Secret, ("root", "code")) == pattern
    assert pattern_of(Tree, Secret, ("root", "children", 3, "onSuccess", "code")) == pattern
    for wrong in (("code",), ("root",), ("root", "children", "code"), ("root", "code", "code")):
        with pytest.raises(KeyError):
            pattern_of(Tree, Secret, wrong)


def test_a_stored_tree_has_encrypted_secrets_and_checked_references(
    database: Database, clock: ManualClock, randomness: SeededRandomness
) -> None:
    configuration = make_configuration(database, [GROUPS, TREES], clock, randomness)
    with pytest.raises(ValidationFailed) as refused:
        create(configuration, TREES, BODY)
    assert {error.field_path for error in refused.value.errors} >= {"root.children[1].onSuccess.children[0].group"}
    deep = {"id": "t", "name": "t", "root": {"children": [{"onSuccess": {"code": "deep"}}, {"code": "shallow"}]}}
    stored = create(configuration, TREES, deep)
    assert "deep" not in str(stored.body)
    with configuration.reading() as view:
        assert view.secret(TREES, stored, "root", "children", 0, "onSuccess", "code") == "deep"
        assert view.secret(TREES, stored, "root", "children", 1, "code") == "shallow"
    with configuration.changing(Author("test")) as change:
        kept = change.replace(TREES, "t", change.model(TREES, "t").model_copy(update={"name": "other"}))
    assert kept.body["root"] == stored.body["root"]
