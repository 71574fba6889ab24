"""Scopes and scope groups, common and exclusive: four collections whose names are unique across all of them."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Filterable, Ref, Searchable, Unordered
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import DocumentIds, Implied, ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import DeletionRules, Proposal, SaveRules
from hanse.config.declare.types import Description
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage, Tile, TileIcon
from hanse.kit.errors import FieldError
from hanse.resources.system.authorization_server.names import ScopeName, wildcard_problem

IN_USE = "This name is already in use."
MAXIMUM_GROUP = 1000


class ScopeEntry(ConfigModel):
    """A scope that clients can request; the description is shown to users on the consent page."""

    name: ScopeName
    description: Annotated[Description, Searchable()]
    dynamic: Annotated[
        bool,
        Field(title="Dynamic Scope", description="The name contains an asterisk, which stands for a variable part."),
        Filterable(),
    ] = False


class ScopeGroupEntry(ConfigModel):
    """A group of scopes that clients can request by one name."""

    name: ScopeName
    description: Annotated[Description, Searchable()]
    scopes: list[str]


_Members = Field(title="Scope(s)", min_length=1, max_length=MAXIMUM_GROUP)


class CommonScopeGroupEntry(ScopeGroupEntry):
    """A group of common scopes that clients can request by one name."""

    scopes: Annotated[list[Annotated[ScopeName, Ref(handles.COMMON_SCOPES)]], _Members, Unordered()]


class ExclusiveScopeGroupEntry(ScopeGroupEntry):
    """A group of exclusive scopes that clients can request by one name."""

    scopes: Annotated[list[Annotated[ScopeName, Ref(handles.EXCLUSIVE_SCOPES)]], _Members, Unordered()]


# OpenID Connect Core, section 3.1.2.1: this scope makes a request one of OpenID Connect. It need not be configured.
OPENID = Implied(
    id="openid",
    body={"name": "openid", "description": "Sign in with OpenID Connect", "dynamic": False},
    parameter="includeDefaultOpenId",
    description="Include `openid`, which always exists, as the first scope even if it has no description.",
)


def _name_errors(own_path: str, proposal: Proposal[Any]) -> Iterator[FieldError]:
    others = (each for each in SCOPE_RESOURCES if each.path != own_path)
    if any(proposal.view.find(each, proposal.new.name) is not None for each in others):
        yield FieldError(IN_USE, "name", "id_in_use")


def _wildcard_errors(proposal: Proposal[ScopeEntry]) -> Iterator[FieldError]:
    problem = wildcard_problem(proposal.new.name, dynamic=proposal.new.dynamic)
    if problem is not None:
        yield FieldError(problem, "name", "invalid_scope")


def _group_name_errors(proposal: Proposal[Any]) -> Iterator[FieldError]:
    problem = wildcard_problem(proposal.new.name, dynamic=False)
    if problem is not None:
        yield FieldError("The name of a scope group cannot contain an asterisk.", "name", "invalid_scope")


def _member_errors(target: Resource[ScopeEntry], proposal: Proposal[Any]) -> Iterator[FieldError]:
    # A group is granted as a whole, so the variable part of a dynamic scope would stay open. A scope cannot become
    # dynamic after it was added to a group, because its name never changes.
    names = proposal.new.scopes
    found = proposal.view.find_many(target, names)
    for index in (index for index, name in enumerate(names) if name in found and found[name].body["dynamic"]):
        yield FieldError("A dynamic scope cannot be part of a scope group.", f"scopes[{index}]", "dynamic_scope")


PAGE = ConsolePage(
    id="scopeManagement",
    label="Scope Management",
    heading=OAUTH_SETTINGS,
    slug="scope-management",
    position=20,
    keywords=("consent", "permissions"),
    is_react=True,
    tile=Tile(
        TileIcon.BADGE,
        "Common and exclusive scopes and scope groups that clients can request.",
        position=60,
        label="OAuth Scopes",
    ),
)


def _scopes(
    bucket: str, text: ResourceText, handle: Handle[Any], implied: Implied | None = None
) -> Resource[ScopeEntry]:
    return Resource(
        path=handle.path,
        model=ScopeEntry,
        area=Area.CONFIGURATION,
        text=text,
        ids=DocumentIds(member="name", with_slashes=True, in_use=IN_USE),
        lists=ListOptions(
            implied=implied, ignored_parameters=() if implied is not None else (OPENID.parameter,), with_total=True
        ),
        saving=SaveRules(rules=(partial(_name_errors, handle.path), _wildcard_errors)),
        deletion=DeletionRules(in_use="This scope is in use and cannot be deleted."),
        ui=Ui(page=PAGE, item_page=f"{PAGE.path}/edit?tab={bucket}Scopes&name={{id}}"),
    )


COMMON_SCOPES = _scopes(
    "common",
    ResourceText(title="Common Scopes", singular="Common Scope", description="Common scopes."),
    handles.COMMON_SCOPES,
    OPENID,
)
EXCLUSIVE_SCOPES = _scopes(
    "exclusive",
    ResourceText(title="Exclusive Scopes", singular="Exclusive Scope", description="Exclusive scopes."),
    handles.EXCLUSIVE_SCOPES,
)


def _groups(
    bucket: str, text: ResourceText, handle: Handle[Any], model: type[ScopeGroupEntry], target: Resource[ScopeEntry]
) -> Resource[ScopeGroupEntry]:
    return Resource(
        path=handle.path,
        model=model,
        area=Area.CONFIGURATION,
        text=text,
        ids=DocumentIds(member="name", with_slashes=True, in_use=IN_USE),
        lists=ListOptions(with_total=True, ignored_parameters=(OPENID.parameter,)),
        saving=SaveRules(
            rules=(partial(_name_errors, handle.path), _group_name_errors, partial(_member_errors, target))
        ),
        deletion=DeletionRules(in_use="This scope group is in use and cannot be deleted."),
        ui=Ui(page=PAGE, item_page=f"{PAGE.path}/edit?tab={bucket}ScopeGroups&name={{id}}"),
    )


COMMON_GROUPS = _groups(
    "common",
    ResourceText(
        title="Common Scope Groups", singular="Common Scope Group", description="The groups of common scopes."
    ),
    handles.COMMON_SCOPE_GROUPS,
    CommonScopeGroupEntry,
    COMMON_SCOPES,
)
EXCLUSIVE_GROUPS = _groups(
    "exclusive",
    ResourceText(
        title="Exclusive Scope Groups",
        singular="Exclusive Scope Group",
        description="The groups of exclusive scopes.",
    ),
    handles.EXCLUSIVE_SCOPE_GROUPS,
    ExclusiveScopeGroupEntry,
    EXCLUSIVE_SCOPES,
)
SCOPE_RESOURCES: tuple[Resource[Any], ...] = (COMMON_SCOPES, COMMON_GROUPS, EXCLUSIVE_SCOPES, EXCLUSIVE_GROUPS)
