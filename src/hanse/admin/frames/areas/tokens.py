"""How the forms of access tokens, OpenID Connect policies and grants are shown."""

from collections.abc import Callable, Mapping
from typing import Any

from hanse.admin.frames.areas import helps
from hanse.admin.frames.form.attribute_sources import SOURCES
from hanse.admin.frames.form.mapping import CONDITIONS, EXPRESSIONS, FULFILMENT, Mapped
from hanse.admin.frames.form.presenting import Presentation, When
from hanse.admin.frames.form.wording import humanised
from hanse.admin.frames.frame import NameOf
from hanse.config.resource import Resource
from hanse.config.view import View
from hanse.resources.applications import access_token_mappings
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.oidc_policies import policies
from hanse.resources.authentication import grant_mappings
from hanse.resources.authentication.adapters import resource as adapters
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS

ACCESS_TOKEN_MAPPING = Mapped(
    offer=access_token_mappings.offer,
    decides=frozenset({"context.type", "accessTokenManagerRef"}),
    picker=(
        "context",
        "contextRef",
        {type_.value: path for type_, (path, _) in access_token_mappings.TARGETS.items()},
    ),
)
OIDC_POLICY = Mapped(
    offer=policies.offer,
    holder="attributeMapping",
    maps={"scopeAttributeMappings": ("Attribute scopes", "Scope", "Attributes")},
    decides=frozenset({"accessTokenManagerRef"}),
)
HELPED = Presentation(help=helps.TOKENS)
# Such a mapping has the id of the adapter or validator that it is for.
OWN_ID_HELPED = Presentation(help={**helps.TOKENS, "id": "Adapter or validator whose users this mapping applies to."})
MANAGER = Presentation(
    when={"accessControlSettings.allowedClients": (When("accessControlSettings.restrictClients"),)},
    help=helps.TOKENS,
)
OIDC_PRESENTATION = Presentation(left_out=frozenset({"attributeContract.coreAttributes"}), help=helps.TOKENS)
GRANT_MAPPING = Mapped(offer=grant_mappings.contract_offer, decides=frozenset({"authenticationPolicyContractRef"}))
ADAPTER_GRANT_MAPPING = Mapped(offer=grant_mappings.adapter_offer, decides=frozenset({"id"}))
# The heading of a list's column with how much each mapping has.
MAPS = "Maps"
CREDENTIALS_GRANT_MAPPING = Mapped(offer=grant_mappings.credentials_offer, decides=frozenset({"id"}))

# Pseudonyms are made of what a mapping makes of attributes, so the adapter's own contract is what it fulfils.
ADAPTER_CONTRACT = Mapped(
    offer=adapters.offer,
    usual=adapters.usual_mapping,
    holder=adapters.MAPPING,
    label="Adapter contract mapping",
    help="Where the attributes of the contract come from. As long as nothing is changed here, the adapter tells them.",
)


def context_of(body: Mapping[str, Any], name_of: NameOf) -> str:
    """Return what people call an access token mapping: the way in which the grant came about, and who makes tokens."""
    context = body.get("context") or {}
    type_: Any = context.get("type") or ""
    id_ = str((context.get("contextRef") or {}).get("id") or "")
    target = access_token_mappings.TARGETS.get(type_)
    about = name_of(target[0], id_) if target is not None else id_
    manager = str((body.get("accessTokenManagerRef") or {}).get("id") or "")
    way = f"{humanised(str(type_))}: {about}" if about else humanised(str(type_))
    return f"{way} → {name_of(MANAGERS.path, manager)}"


def extent_of(resource: Resource[Any]) -> Callable[[View, str], str]:
    """Return what tells of a mapping how much it has: of the mappings of a resource that are nothing else."""

    def extent(view: View, id_: str) -> str:
        body = view.get(resource, id_).body
        criteria = body.get("issuanceCriteria") or {}
        counted = (
            (len(body.get(FULFILMENT) or {}), "attribute", "attributes"),
            (len(body.get(SOURCES) or []), "attribute source", "attribute sources"),
            (sum(len(criteria.get(each) or []) for each in (CONDITIONS, EXPRESSIONS)), "criterion", "criteria"),
        )
        return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counted if count)

    return extent


def named_by_id(path: str) -> Callable[[Mapping[str, Any], NameOf], str]:
    """Return what people call a mapping that has the id of what it is for: that by its name."""
    return lambda body, name_of: name_of(path, str(body.get("id") or ""))


def contract_of(body: Mapping[str, Any], name_of: NameOf) -> str:
    """Return what people call a grant mapping: the contract that it is for."""
    return name_of(POLICY_CONTRACTS.path, str((body.get("authenticationPolicyContractRef") or {}).get("id") or ""))
