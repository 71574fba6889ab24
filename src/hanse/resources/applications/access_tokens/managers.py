"""The configured managers and their rules."""

from collections.abc import Iterator
from typing import Final

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, repeated_attributes
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage, Tile, TileIcon
from hanse.config.list_query import ListQuery
from hanse.config.plugins.inheritance import ancestors
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS
from hanse.config.plugins.plugin import PluginSet
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.plugins.access_tokens.reference.plugin import REFERENCE
from hanse.plugins.contracts.access_tokens import KIND, TokenManager
from hanse.resources.applications.access_tokens import model
from hanse.resources.applications.access_tokens.key_rules import check_keys
from hanse.resources.applications.access_tokens.model import AccessTokenManagementSettings, AccessTokenManager

# Last path segments that the API uses beside the managers' own ids.
RESERVED: Final = frozenset({"descriptors", "settings"})
# RFC 6749, section 5; OpenID Connect Core 1.0, section 3.1.3.3; RFC 8693, section 2.2.1; RFC 9396, section 7.
RESPONSE_MEMBERS: Final = frozenset(
    {
        "access_token",
        "token_type",
        "expires_in",
        "refresh_token",
        "scope",
        "id_token",
        "issued_token_type",
        "authorization_details",
        "error",
        "error_description",
        "error_uri",
    }
)
MANAGER_PLUGINS: PluginSet[TokenManager] = PluginSet(KIND, (JWT, REFERENCE))
Managers = Proposal[AccessTokenManager]


def _fill_sequence_number(proposal: Managers) -> AccessTokenManager:
    """Return a manager with its position: the one it has, or for a new manager the one after all others."""
    new, old = proposal.new, proposal.old
    if new.sequence_number is not None:
        return new
    number = old.sequence_number if old is not None else None
    if number is None:
        stored = proposal.view.list(MANAGERS, ListQuery()).items
        number = max((each.body.get("sequenceNumber") or 0 for each in stored), default=0) + 1
    return new.model_copy(update={"sequence_number": min(number, model.LAST_SEQUENCE_NUMBER)})


NO_ATTRIBUTES = "A token needs at least one attribute."


def _check_id(proposal: Managers) -> Iterator[FieldError]:
    if proposal.new.id in RESERVED:
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def _check_contract(proposal: Managers) -> Iterator[FieldError]:
    """Check that a contract has at least one attribute and no attribute twice."""
    contract = proposal.new.attribute_contract
    if contract is None:
        if not any(
            parent.attribute_contract
            for parent in ancestors(proposal.view, handles.ACCESS_TOKEN_MANAGERS, proposal.new)
        ):
            yield FieldError(NO_ATTRIBUTES, "attributeContract.extendedAttributes", "required_field")
        return
    plugin = MANAGER_PLUGINS.get(proposal.new.plugin_descriptor_ref.id)
    core = plugin.attribute_contract if plugin is not None else ()
    if tuple(each.name for each in contract.core_attributes) != core:
        text = (
            message("The core attributes are {core}.", core=", ".join(core))
            if core
            else "This type has no core attributes."
        )
        yield FieldError(text, "attributeContract.coreAttributes", "invalid_core_attributes")
    if not contract.names:
        yield FieldError(NO_ATTRIBUTES, "attributeContract.extendedAttributes", "required_field")
    extended = [each.name for each in contract.extended_attributes]
    yield from repeated_attributes(extended, core, "attributeContract.extendedAttributes")
    if contract.default_subject_attribute and contract.default_subject_attribute not in {*core, *extended}:
        path = "attributeContract.defaultSubjectAttribute"
        yield FieldError("The contract has no attribute with this name.", path, "unknown_attribute")


def _check_responses(proposal: Managers) -> Iterator[FieldError]:
    """Check that attributes of token responses are unique and do not reuse a member that the protocol defines."""
    contract = proposal.new.token_endpoint_attribute_contract
    names = [each.name for each in contract.attributes] if contract is not None else []
    path = "tokenEndpointAttributeContract.attributes"
    for index, name in enumerate(names):
        if name in RESPONSE_MEMBERS:
            text = message("Token responses already have the member {name}.", name=name)
            yield FieldError(text, f"{path}[{index}].name", "reserved_name")
    yield from repeated_attributes(names, (), path)


def _check_access(proposal: Managers) -> Iterator[FieldError]:
    settings = proposal.new.access_control_settings
    if settings is not None and settings.restrict_clients and not settings.allowed_clients:
        message = "Choose at least one client, or turn the restriction off."
        yield FieldError(message, "accessControlSettings.allowedClients", "required_field")


UI = Ui(
    page=ConsolePage(
        id="accessTokenManagement",
        label="Access Token Management",
        heading=APPLICATION_OAUTH,
        slug="access-token-management",
        position=20,
        keywords=("ATM", "JWT", "bearer token", "reference token", "opaque token"),
        tile=Tile(
            TileIcon.TICKET,
            "Access token formats, attributes and lifetimes.",
            position=40,
        ),
    ),
    guide="access-tokens",
    items=ItemList(
        singular="Access Token Manager",
        plural="Access Token Managers",
        columns=INSTANCE_COLUMNS,
        default=DefaultItem(handles.ACCESS_TOKEN_MANAGER_SETTINGS, "defaultAccessTokenManagerRef"),
        empty="A manager issues access tokens: signed tokens that contain their attributes, or references that only"
        " this server can read. It determines their attributes and lifetime.",
    ),
    form=ItemForm(
        layout=FormLayout(
            when={"accessControlSettings.allowedClients": (AppliesWhen("accessControlSettings.restrictClients"),)}
        )
    ),
)

MANAGER_KIND = plugin_kind(
    handle=handles.ACCESS_TOKEN_MANAGERS,
    model=AccessTokenManager,
    plugins=MANAGER_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Access Token Manager", description="Format, attributes, lifetime and clients of access tokens."
    ),
    descriptor=model.AccessTokenManagerDescriptor,
    ui=UI,
    inherits=(
        "attribute_contract",
        "token_endpoint_attribute_contract",
        "selection_settings",
        "access_control_settings",
        "session_validation_settings",
    ),
    fill=_fill_sequence_number,
    rules=(_check_id, _check_contract, _check_responses, _check_access, check_keys),
    reads=frozenset({handles.SIGNING_KEY_PAIRS}),
)
MANAGERS = MANAGER_KIND.resource

MANAGER_SETTINGS = Resource(
    path=handles.ACCESS_TOKEN_MANAGER_SETTINGS.path,
    model=AccessTokenManagementSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Access Token Management", description="Settings that apply to all access token managers."),
    default=AccessTokenManagementSettings,
)
