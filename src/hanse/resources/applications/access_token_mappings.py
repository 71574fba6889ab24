"""Access token mappings: the fulfillment of an access token manager's attributes, by the origin of the grant."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import CompoundId, ConfigModel, Ref, ResourceLink
from hanse.config.declare.options import DocumentIds, Referral, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Body as ListedBody
from hanse.config.declare.ui.declaration import ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled, label_of
from hanse.kit.texts.messages import message
from hanse.resources.applications.access_tokens.contracts import NO_MANAGER, mapped_attributes
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.list_columns import EXTENT_COLUMN
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer
from hanse.resources.mapping.properties import property_references


class ContextType(Labeled):
    """The origins of a grant, as the API contract lists them."""

    DEFAULT = "DEFAULT", "Default"
    PCV = "PCV", "Password credential validator"
    IDP_CONNECTION = "IDP_CONNECTION", "IdP connection"
    IDP_ADAPTER = "IDP_ADAPTER", "IdP adapter"
    AUTHENTICATION_POLICY_CONTRACT = "AUTHENTICATION_POLICY_CONTRACT", "Authentication policy contract"
    CLIENT_CREDENTIALS = "CLIENT_CREDENTIALS", "Client credentials"
    TOKEN_EXCHANGE_PROCESSOR_POLICY = "TOKEN_EXCHANGE_PROCESSOR_POLICY", "Token exchange processor policy"


# For each type of context: the resource that the context refers to, and its source type in mappings.
TARGETS = {
    ContextType.AUTHENTICATION_POLICY_CONTRACT: (handles.POLICY_CONTRACTS, SourceType.AUTHENTICATION_POLICY_CONTRACT),
    ContextType.IDP_ADAPTER: (handles.ADAPTERS, SourceType.ADAPTER),
    ContextType.IDP_CONNECTION: (handles.BROWSER_SSO_CONNECTIONS, SourceType.IDP_CONNECTION),
    ContextType.PCV: (handles.PASSWORD_VALIDATORS, SourceType.PASSWORD_CREDENTIAL_VALIDATOR),
    ContextType.TOKEN_EXCHANGE_PROCESSOR_POLICY: (
        handles.TOKEN_EXCHANGE_POLICIES,
        SourceType.TOKEN_EXCHANGE_PROCESSOR_POLICY,
    ),
}
_ALONE = frozenset({ContextType.DEFAULT, ContextType.CLIENT_CREDENTIALS})
# Prefixes of the mapping ids by which clients of the API address mappings.
_ID_PREFIXES = {
    ContextType.DEFAULT: "default",
    ContextType.CLIENT_CREDENTIALS: "client_credentials",
    ContextType.PCV: "password|",
    ContextType.IDP_ADAPTER: "authz_req|",
    ContextType.IDP_CONNECTION: "authz_req|",
    ContextType.AUTHENTICATION_POLICY_CONTRACT: "authz_req|apc.",
    ContextType.TOKEN_EXCHANGE_PROCESSOR_POLICY: "urn:ietf:params:oauth:grant-type:token-exchange|",
}
_LONGEST_ID = 256


class AccessTokenMappingContext(ConfigModel):
    """The origin of the grant: the type of authentication and, for most types, the source that it refers to."""

    type: Annotated[
        ContextType, Field(title="Context", description="Way in which the user or client authenticated for the grant.")
    ]
    context_ref: Annotated[ResourceLink | None, Field(title="Reference")] = None


class AccessTokenMapping(AttributeMapping):
    """An access token mapping."""

    id: Annotated[CompoundId | None, Field(title="ID")] = None
    context: Annotated[AccessTokenMappingContext, Field(title="Context")]
    access_token_manager_ref: Annotated[
        ResourceLink,
        Field(title="Access token manager", description="Access token manager whose attributes are mapped."),
        Ref(handles.ACCESS_TOKEN_MANAGERS),
    ]


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping. The body may be incomplete."""
    context = body.get("context") or {}
    id_ = (context.get("contextRef") or {}).get("id")
    sources = [*oauth_sources.client_metadata(view), request_context()]
    if context.get("type") != ContextType.CLIENT_CREDENTIALS:
        sources.insert(0, oauth_sources.persistent_grant(view))
    if (target := TARGETS.get(context.get("type", ""))) is not None:
        sources.insert(0, context_source(view, target[1], target[0], id_))
    manager = (body.get("accessTokenManagerRef") or {}).get("id")
    return MappingOffer(mapped_attributes(view, manager), tuple(sources), missing=NO_MANAGER)


def _id_of(body: dict[str, Any]) -> str | None:
    """Return the id that clients of the API expect. It consists of the context, its reference and the token manager."""
    context = body["context"]
    prefix = _ID_PREFIXES.get(context["type"])
    about = "" if context["type"] in _ALONE else context.get("contextRef", {}).get("id")
    if prefix is None or about is None:
        return None
    made = f"{prefix}{about}|{body['accessTokenManagerRef']['id']}"
    return made if len(made) <= _LONGEST_ID else None


def _check_context(proposal: Proposal[AccessTokenMapping]) -> Iterator[FieldError]:
    context = proposal.new.context
    if context.type in _ALONE:
        if context.context_ref is not None:
            message = "This type of context has no reference. Leave it empty."
            yield FieldError(message, "context.contextRef", "unknown_field")
    elif context.context_ref is None:
        yield FieldError("This field is required.", "context.contextRef", "required_field")


def _check_mapping(proposal: Proposal[AccessTokenMapping]) -> Iterator[FieldError]:
    yield from mapping_errors(proposal.new, offer(proposal.view, to_body(proposal.new)), proposal.view)


def _references(body: dict[str, Any]) -> Iterator[Referral]:
    context = body.get("context", {})
    target = TARGETS.get(context.get("type"))
    if target is not None and "contextRef" in context:
        yield "context.contextRef", target[0], context["contextRef"]["id"]
    yield from property_references(body)


def _mapping_name(body: ListedBody, name_of: NameOf) -> str:
    """Return the display name of a mapping: the context of the grant, and the access token manager."""
    context = body.get("context") or {}
    type_: Any = context.get("type") or ""
    id_ = str((context.get("contextRef") or {}).get("id") or "")
    target = TARGETS.get(type_)
    about = name_of(target[0], id_) if target is not None else id_
    manager = str((body.get("accessTokenManagerRef") or {}).get("id") or "")
    way = label_of(ContextType, type_)
    if about:
        way = message("{type}: {name}", type=way, name=about)
    return message("{context} → {manager}", context=way, manager=name_of(handles.ACCESS_TOKEN_MANAGERS, manager))


UI = Ui(
    page=ConsolePage(
        id="accessTokenMappings",
        label="Access Token Mappings",
        heading=APPLICATION_OAUTH,
        slug="access-token-mappings",
        position=30,
        keywords=("claims", "attributes", "JWT"),
        tile=Tile(TileIcon.EXCHANGE, "Sources of the attributes in access tokens.", position=50),
    ),
    guide="access-tokens",
    items=ItemList(
        singular="Access Token Mapping",
        plural="Access Token Mappings",
        computed=EXTENT_COLUMN,
        naming=_mapping_name,
        empty="A mapping determines the sources of the attributes in access tokens: the user, the grant or the client."
        " Each way in which a grant is created has its own mapping.",
    ),
    form=ItemForm(
        tweaks={"context": Tweak(label="")},
        prefilled=("context.type", "context.contextRef", "accessTokenManagerRef"),
        mapping=MappingForm(
            offer=offer,
            decides=frozenset({"context.type", "accessTokenManagerRef"}),
            picker=("context", "contextRef", {type_.value: path for type_, (path, _) in TARGETS.items()}),
        ),
    ),
)

ACCESS_TOKEN_MAPPINGS = Resource(
    path=handles.ACCESS_TOKEN_MAPPINGS.path,
    model=AccessTokenMapping,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Access Token Mapping",
        description="Attributes in access tokens, by the way in which the grant was created.",
    ),
    ids=DocumentIds(derive=_id_of),
    saving=SaveRules(
        rules=(_check_context, _check_mapping),
        unique_together=(
            UniqueTogether(
                ("context", "accessTokenManagerRef"), "This context is already mapped to this access token manager."
            ),
        ),
    ),
    storage=StorageOptions(references=_references),
    ui=UI,
)
