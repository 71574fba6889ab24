"""Grant mappings of processor policies: clients get refresh tokens in exchange (RFC 8693, section 2.2.1).

Without a mapping, a token exchange stores nothing and returns no refresh token.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import Ref, ResourceId, ResourceLink
from hanse.config.declare.options import DocumentIds, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Body as ListedBody
from hanse.config.declare.ui.declaration import ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import AUTHENTICATION_OAUTH, ConsolePage
from hanse.config.declare.view import View
from hanse.resources.authentication.grant_mappings import grant_offer, mapping_rule
from hanse.resources.mapping.contexts import context_source
from hanse.resources.mapping.list_columns import EXTENT_COLUMN
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer
from hanse.resources.mapping.properties import property_references

_POLICY = "processorPolicyRef"


class ProcessorPolicyToPersistentGrantMapping(AttributeMapping):
    """Mapping from the attributes of a processor policy to the owner and the attributes of a persistent grant."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    processor_policy_ref: Annotated[
        ResourceLink,
        Field(
            title="Processor policy",
            description="Token exchange processor policy with which clients get refresh tokens.",
        ),
        Ref(handles.TOKEN_EXCHANGE_POLICIES),
    ]


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping. The body may be incomplete."""
    type_, id_ = SourceType.TOKEN_EXCHANGE_PROCESSOR_POLICY, _policy_of(body)
    return grant_offer(view, context_source(view, type_, handles.TOKEN_EXCHANGE_POLICIES, id_))


def _policy_of(body: Mapping[str, Any]) -> str:
    return str((body.get(_POLICY) or {}).get("id") or "")


def _mapping_name(body: ListedBody, name_of: NameOf) -> str:
    """Return the display name of a mapping: the name of its processor policy."""
    return name_of(handles.TOKEN_EXCHANGE_POLICIES, _policy_of(body))


EXCHANGE_GRANT_MAPPINGS = Resource(
    path=handles.EXCHANGE_GRANT_MAPPINGS.path,
    model=ProcessorPolicyToPersistentGrantMapping,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Processor Policy Grant Mapping",
        description="Owner of a persistent grant for users whose tokens clients exchange.",
    ),
    # Each policy has at most one mapping, with the policy's id.
    ids=DocumentIds(derive=_policy_of),
    saving=SaveRules(
        rules=(mapping_rule(offer),),
        unique_together=(UniqueTogether((_POLICY,), "This processor policy already has a mapping."),),
    ),
    storage=StorageOptions(references=property_references),
    ui=Ui(
        page=ConsolePage(
            id="processorPolicyGrantMapping",
            label="Processor Policy Grant Mapping",
            heading=AUTHENTICATION_OAUTH,
            slug="processor-policy-grant-mapping",
            position=25,
            keywords=("RFC 8693", "token exchange", "refresh token", "USER_KEY", "persistent grant"),
        ),
        guide="grant-mappings",
        items=ItemList(
            singular="Grant Mapping",
            plural="Grant Mappings",
            computed=EXTENT_COLUMN,
            naming=_mapping_name,
            empty="A mapping determines the owner of a persistent grant for users whose tokens clients exchange. It"
            " allows clients to get refresh tokens in exchange.",
        ),
        form=ItemForm(
            prefilled=(_POLICY,),
            mapping=MappingForm(offer=offer, decides=frozenset({_POLICY})),
        ),
    ),
)
