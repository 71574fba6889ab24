"""Three resources that use every field annotation, so that the registry is tested independently of the real
resources."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import (
    ConfigModel,
    Filterable,
    Immutable,
    Lineage,
    Ref,
    ResourceId,
    ResourceLink,
    Searchable,
    Secret,
    ServerSet,
    ShortText,
    Unique,
    Unordered,
)
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import ListOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import DeletionRules, Proposal, SaveRules
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError

GroupLink = Annotated[ResourceLink, Ref(Handle("/toy/groups"))]


class Group(ConfigModel):
    id: ResourceId | None = None
    name: Annotated[str, Field(min_length=1, max_length=256), Unique("name is already in-use."), Searchable()]


class Account(ConfigModel):
    name: ShortText
    secret: Annotated[str | None, Secret()] = None
    encrypted_secret: str | None = None


class Placement(ConfigModel):
    room: ShortText
    group: GroupLink | None = None


class Device(ConfigModel):
    id: ResourceId | None = None
    name: Annotated[str, Field(min_length=1, max_length=4096), Unique(), Searchable()]
    description: Annotated[ShortText | None, Searchable()] = None
    serial: Annotated[ShortText | None, Immutable(), Filterable()] = None
    slots: Annotated[int, Field(ge=0, le=64), Filterable()] = 0
    weight: float | None = None
    active: Annotated[bool, Filterable()] = True
    group: Annotated[ResourceLink | None, Ref(Handle("/toy/groups")), Filterable(by="id")] = None
    groups: list[GroupLink] = Field(default_factory=list)
    fallback_group: Annotated[str | None, Ref(Handle("/toy/groups"))] = None
    twin: Annotated[ResourceLink | None, Ref(Handle("/toy/devices")), Lineage()] = None
    placement: Annotated[Placement | None, Filterable()] = None
    password: Annotated[str | None, Secret()] = None
    encrypted_password: str | None = None
    pin: Annotated[str | None, Secret(digest="reversed")] = None
    encrypted_pin: str | None = None
    accounts: list[Account] = Field(default_factory=list)
    tags: Annotated[list[ShortText], Unordered()] = Field(default_factory=list)
    host_names: Annotated[list[Annotated[str, Field(min_length=1)]], Unique()] = Field(default_factory=list)
    creation_date: Annotated[str | None, ServerSet()] = None


class Settings(ConfigModel):
    title: Annotated[str, Field(min_length=1)] = "Toys"
    default_group: GroupLink | None = None
    token: Annotated[str | None, Secret(clearable=True)] = None
    encrypted_token: str | None = None


def stamp(proposal: Proposal[Device]) -> Device:
    if proposal.old is not None:
        return proposal.new
    return proposal.new.model_copy(update={"creation_date": to_text(proposal.ports.get(Clock).now())})


def no_forbidden_tags(proposal: Proposal[Device]) -> Iterator[FieldError]:
    for index, tag in enumerate(proposal.new.tags):
        if tag == "forbidden":
            yield FieldError("This tag is not allowed.", f"tags[{index}]")


def no_forbidden_group(proposal: Proposal[Device]) -> Iterator[FieldError]:
    link = proposal.new.group
    stored = None if link is None else proposal.view.find(GROUPS, link.id)
    if stored is not None and stored.body["name"] == "forbidden":
        yield FieldError("This group is not for devices.", "group", "forbidden_group")


def keep_the_last(model: Group, _view: object) -> Iterator[FieldError]:
    if model.name == "permanent":
        yield FieldError("This group must stay.", "name", "cannot_delete")


GROUPS = Resource(
    path="/toy/groups",
    model=Group,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Group", description="Groups of devices."),
    lists=ListOptions(sort_by="name"),
    deletion=DeletionRules(rules=(keep_the_last,)),
    storage=StorageOptions(kind="toy/group"),
)
DEVICES = Resource(
    path="/toy/devices",
    model=Device,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Device", description="Devices."),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=stamp, rules=(no_forbidden_tags, no_forbidden_group), reads=frozenset({Handle("/toy/groups")})
    ),
    storage=StorageOptions(kind="toy/device"),
)
SETTINGS = Resource(
    path="/toy/settings",
    model=Settings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Settings", description="Settings of all toys."),
    default=Settings,
)
TOYS = (GROUPS, DEVICES, SETTINGS)
