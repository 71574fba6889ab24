"""Declarations that contradict themselves or one another are refused when the server starts."""

from dataclasses import replace
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Filterable, Ref, ResourceLink, Secret, Unique
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import AnswerOptions, DocumentIds, ListOptions, Presentation, ResourceText
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules, UniqueTogether
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS, TOYS


def declare(model: type[ConfigModel], path: str = "/x", **options: Any) -> Resource[Any]:
    text = ResourceText(title="X", description="")
    return Resource(path=path, model=model, area=Area.CONFIGURATION, text=text, **options)


class WithoutId(ConfigModel):
    name: str


class WithoutEncryptedField(ConfigModel):
    id: str
    secret: Annotated[str | None, Secret()] = None


class EncryptedFieldElsewhere(ConfigModel):
    id: str
    encrypted_secret: str | None = None
    inner: list[WithoutEncryptedField] = Field(default_factory=list)


class RefersToSingleton(ConfigModel):
    id: str
    to: Annotated[ResourceLink | None, Ref(Handle("/toy/settings"))] = None


class Nested(ConfigModel):
    size: Annotated[int, Filterable()]


class FiltersByNestedField(ConfigModel):
    id: str
    nested: Nested


class Left(ConfigModel):
    side: Literal["left"]
    value: Annotated[str, Unique("left")]


class Right(ConfigModel):
    side: Literal["right"]
    value: Annotated[str, Unique("right")]


class Ambiguous(ConfigModel):
    id: str
    sides: list[Annotated[Left | Right, Field(discriminator="side")]]


@pytest.mark.parametrize(
    ("resources", "reason"),
    [
        ((*TOYS, GROUPS), "registered twice"),
        ((DEVICES,), "which is not registered"),
        ((declare(WithoutId),), "no field id to be its id"),
        ((replace(GROUPS, lists=ListOptions(sort_by="size")),), "no field size to sort by"),
        ((declare(WithoutEncryptedField),), "no encryptedSecret"),
        ((declare(EncryptedFieldElsewhere),), "no encryptedSecret"),
        ((*TOYS, declare(RefersToSingleton)), "only one"),
        ((declare(Ambiguous),), "in two ways"),
        (
            (replace(GROUPS, answers=AnswerOptions(presentation=Presentation(WithoutId, lambda body, _: body))),),
            "another model in answers",
        ),
        ((declare(FiltersByNestedField),), "cannot filter by"),
        (
            (replace(GROUPS, saving=SaveRules(reads=frozenset({Handle("/none")}))),),
            "about /none, which is not registered",
        ),
    ],
)
def test_contradicting_declarations_are_refused(resources: tuple[Resource[Any], ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Registry(resources)


def test_resources_are_found_by_kind_and_by_path() -> None:
    registry = Registry(TOYS)
    assert list(registry) == [GROUPS, DEVICES, SETTINGS]
    assert registry.by_kind("toy/group") is registry.by_path("/toy/groups") is GROUPS
    assert registry.knows("toy/group")
    assert not registry.knows("toy/none")


def test_members_that_are_declared_unique_together_must_exist() -> None:
    unique = (UniqueTogether(("side", "host"), ""),)
    with pytest.raises(ValueError, match="no field host"):
        Registry([declare(Left, ids=DocumentIds(member="value"), saving=SaveRules(unique_together=unique))])


def test_a_handle_names_the_resource_of_its_path() -> None:
    assert Handle(GROUPS.path) == GROUPS
    found: dict[Handle[Any], str] = {Handle(GROUPS.path): "found"}
    assert found[GROUPS] == "found"
    assert Handle(DEVICES.path) != GROUPS
