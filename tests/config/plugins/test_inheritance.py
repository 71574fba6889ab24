"""Values that plug-in instances inherit from their parents, and the consistency of parents and children."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.config.plugins.inheritance import is_set, merged
from hanse.config.plugins.model import ConfigField, ConfigTable, PluginConfiguration
from hanse.config.plugins.rules import settings_of
from hanse.kit.errors import ValidationFailed
from tests.support.configurations import create, delete, replace
from tests.support.door_plugins import FORM, KIND, RESOURCE, Body, body, child, field, row

NAMES = [each.name for each in FORM.fields]


@pytest.fixture
def family(configuration: Configuration) -> Configuration:
    """A configuration with a parent instance; tests add the children."""
    create(configuration, RESOURCE, body())
    return configuration


def settings(configuration: Configuration, id_: str) -> Any:
    with configuration.reading() as view:
        return KIND.made(view, id_)


def errors(configuration: Configuration, sent: Body) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as refused:
        create(configuration, RESOURCE, sent)
    return [(error.field_path, error.error_id) for error in refused.value.errors]


def test_a_child_inherits_missing_values_and_secrets_from_its_parent(family: Configuration) -> None:
    stored = create(family, RESOURCE, child(field("Mode", "fast"))).body
    # The stored body has only what was sent, so that tools which compare bodies find no difference.
    assert stored["configuration"] == {"fields": [field("Mode", "fast")], "tables": []}
    found = settings(family, "child")
    assert found.values == {"Host": "hall", "Password": "clear-1", "Mode": "fast", "Group": "red"}
    assert found.rows("Doors") == [{"Number": "1", "Code": "clear-2"}, {"Number": "2", "Code": "clear-3"}]
    assert found.id == "child"


def test_inherited_fields_have_the_parents_values_and_keep_none_of_their_own(family: Configuration) -> None:
    marked = [field("Host", "mine", inherited=True), field("Password", "mine", inherited=True)]
    tables = [{"name": "Doors", "rows": [row("9", "mine")], "inherited": True}]
    stored = create(family, RESOURCE, child(*marked, tables=tables)).body
    assert stored["configuration"] == {
        "fields": [field("Host", inherited=True), field("Password", inherited=True)],
        "tables": [{"name": "Doors", "rows": [], "inherited": True}],
    }
    assert settings(family, "child").text("Host") == "hall"


def test_a_childs_secret_is_deleted_once_the_field_is_inherited(family: Configuration) -> None:
    create(family, RESOURCE, child(field("Password", "mine")))
    assert settings(family, "child").text("Password") == "mine"
    replace(family, RESOURCE, "child", child(field("Password")))
    assert settings(family, "child").text("Password") == "mine"
    stored = replace(family, RESOURCE, "child", child(field("Password", inherited=True))).body
    assert stored["configuration"]["fields"] == [field("Password", inherited=True)]
    assert settings(family, "child").text("Password") == "clear-1"


def test_an_empty_value_overrides_an_inherited_one_except_for_a_secret(family: Configuration) -> None:
    create(family, RESOURCE, child(field("Group", ""), field("Password", "")))
    assert settings(family, "child").values == {"Host": "hall", "Password": "clear-1", "Mode": "slow"}
    assert errors(family, child(field("Host", ""), id_="other")) == [
        ("configuration.fields[0].value", "required_field")
    ]


def test_a_field_is_inherited_from_the_nearest_generation(family: Configuration) -> None:
    create(family, RESOURCE, child(field("Host", "barn")))
    create(family, RESOURCE, child(field("Mode", "fast"), parent="child", id_="grandchild"))
    assert settings(family, "grandchild").values == {
        "Host": "barn",
        "Password": "clear-1",
        "Mode": "fast",
        "Group": "red",
    }


def test_a_change_of_a_parent_is_refused_if_it_makes_a_child_invalid(configuration: Configuration) -> None:
    plain: Body = {"pluginDescriptorRef": {"id": "test.plain"}}
    create(configuration, RESOURCE, {**child(field("Host", "hall"), id_="front"), **plain, "parentRef": None})
    create(configuration, RESOURCE, {**child(), **plain})
    create(configuration, RESOURCE, {**child(field("Mode", "fast"), parent="child", id_="grandchild"), **plain})
    for id_, parent in (("child", "front"), ("front", None)):
        sent = {**child(field("Host", "ruin"), id_=id_), **plain, "parentRef": parent and {"id": parent}}
        with pytest.raises(ValidationFailed) as refused:
            replace(configuration, RESOURCE, id_, sent)
        assert [error.message for error in refused.value.errors] == ["Openers 'Grandchild' (grandchild): Not so fast."]
    replace(configuration, RESOURCE, "grandchild", {**child(parent="child", id_="grandchild"), **plain})
    replace(configuration, RESOURCE, "front", {**child(field("Host", "ruin"), id_="front"), **plain, "parentRef": None})
    assert settings(configuration, "grandchild").values == {"Host": "ruin", "Mode": "slow"}


def test_a_parent_must_exist_have_the_same_type_and_be_no_descendant(family: Configuration) -> None:
    assert ("parentRef", "reference_not_found") in errors(family, child(parent="gone"))
    other = {**child(field("Host", "h"), field("Password", "p")), "pluginDescriptorRef": {"id": "test.other"}}
    assert ("parentRef", "invalid_parent") in errors(family, other)
    assert ("parentRef", "circular_parent") in errors(family, child(parent="child"))
    create(family, RESOURCE, child())
    create(family, RESOURCE, child(parent="child", id_="grandchild"))
    with pytest.raises(ValidationFailed) as refused:
        replace(family, RESOURCE, "front", body(parentRef={"id": "grandchild"}))
    assert [error.error_id for error in refused.value.errors] == ["circular_parent"]


def test_nothing_is_inherited_without_a_parent(configuration: Configuration) -> None:
    tables = [{"name": "Doors", "rows": [], "inherited": True}]
    sent = {**body(field("Host", inherited=True), field("Password", "p"))}
    sent["configuration"] = {**sent["configuration"], "tables": tables}
    assert errors(configuration, sent) == [
        ("configuration.fields[0].inherited", "no_parent"),
        ("configuration.fields", "required_field"),
        ("configuration.tables[0].inherited", "no_parent"),
        ("configuration.tables", "required_field"),
    ]


def test_a_parent_with_children_cannot_be_deleted(family: Configuration) -> None:
    create(family, RESOURCE, child())
    with family.reading() as view:
        assert [(use.id, use.path) for use in view.used_by(RESOURCE, "front")] == [("child", "parentRef")]
    with pytest.raises(ValidationFailed, match="in use"):
        delete(family, RESOURCE, "front")
    delete(family, RESOURCE, "child")
    delete(family, RESOURCE, "front")


def fields() -> st.SearchStrategy[list[ConfigField]]:
    one = st.builds(
        ConfigField,
        name=st.sampled_from(NAMES),
        value=st.none() | st.sampled_from(["", "a", "b"]),
        inherited=st.none() | st.booleans(),
    )
    return st.lists(one, max_size=5, unique_by=lambda each: each.name)


def tables() -> st.SearchStrategy[list[ConfigTable]]:
    one = st.builds(ConfigTable, name=st.just("Doors"), rows=st.just([]), inherited=st.none() | st.booleans())
    return st.lists(one, max_size=1)


CONFIGURATIONS = st.builds(PluginConfiguration, fields=fields(), tables=tables())


@given(generations=st.lists(CONFIGURATIONS, min_size=1, max_size=4), data=st.data())
def test_each_field_is_inherited_from_the_nearest_ancestor(
    generations: list[PluginConfiguration], data: st.DataObject
) -> None:
    whole = merged(generations, FORM)
    for name in NAMES:
        nearest = next(
            (each for one in generations for each in one.fields if each.name == name and is_set(each, FORM)), None
        )
        assert next((each for each in whole.fields if each.name == name), None) == nearest
    cut = data.draw(st.integers(0, len(generations)))
    assert merged([*generations[:cut], merged(generations[cut:], FORM)], FORM) == whole
    assert merged([whole], FORM) == whole


@given(CONFIGURATIONS)
def test_without_parents_merging_changes_nothing(alone: PluginConfiguration) -> None:
    kept = PluginConfiguration(
        fields=[each for each in alone.fields if not each.inherited],
        tables=[each for each in alone.tables if not each.inherited],
    )
    assert settings_of("x", merged([alone], FORM), FORM).values == settings_of("x", kept, FORM).values
