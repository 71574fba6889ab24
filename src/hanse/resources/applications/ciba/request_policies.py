"""The configured request policies and their rules."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ListOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.crypto.jwk_sets import jwks_problem
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError
from hanse.plugins.contracts.out_of_band import LOCALE
from hanse.resources.applications.ciba.model import (
    HINT_SUBJECT,
    USER_CODE_USER_NAME,
    CibaServerPolicySettings,
    IdentityHintAttribute,
    RequestPolicy,
)
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.resources.mapping.properties import property_references

FULFILLMENT, MAPPING = "identityHintContractFulfillment", "identityHintMapping"
_REQUEST = {"type": SourceType.REQUEST.value}
Policies = Proposal[RequestPolicy]
Body = Mapping[str, Any]


def hint_attributes(body: Body) -> tuple[str, ...]:
    """Return the attributes of a policy's identity hint contract. The body may be incomplete."""
    extended = (body.get("identityHintContract") or {}).get("extendedAttributes") or ()
    return tuple(dict.fromkeys((HINT_SUBJECT, *(each["name"] for each in extended if each.get("name")))))


def _authenticator_attributes(view: View, body: Body) -> tuple[str, ...]:
    id_ = (body.get("authenticatorRef") or {}).get("id")
    found = context_source(view, SourceType.REQUEST, handles.OUT_OF_BAND_AUTHENTICATORS, id_)
    return found.attributes or ()


def fulfillment_offer(view: View, body: Body) -> MappingOffer:
    """Return the attributes of the identity hint contract, and their sources."""
    return MappingOffer(hint_attributes(body), _sources(view, body), frozenset({HINT_SUBJECT}))


def mapping_offer(view: View, body: Body) -> MappingOffer:
    """Return what a policy needs about the user: the owner of the grant, and the attributes of the authenticator."""
    has_user_code = bool((body.get("userCodePcvRef") or {}).get("id"))
    names = (
        oauth_sources.USER_KEY,
        *((USER_CODE_USER_NAME,) if has_user_code else ()),
        *_authenticator_attributes(view, body),
    )
    return MappingOffer(tuple(dict.fromkeys(names)), _sources(view, body))


def _sources(view: View, body: Body) -> tuple[MappingSource, ...]:
    return (
        MappingSource(SourceType.REQUEST, SourceType.REQUEST.label, hint_attributes(body)),
        *oauth_sources.client_metadata(view),
        request_context(),
    )


def usual_fulfillment(_view: View, body: Body) -> dict[str, Any]:
    """Return the fulfillment that applies to a policy without one: each attribute as the request contains it."""
    names = hint_attributes(body)
    return {"attributeContractFulfillment": {name: {"source": _REQUEST, "value": name} for name in names}}


def usual_mapping(view: View, body: Body) -> dict[str, Any]:
    """Return the mapping that applies to a policy without one: the subject of the hint is what each attribute needs.

    Only the user's language has no value, as no hint has it.
    """
    subject, nothing = {"source": _REQUEST, "value": HINT_SUBJECT}, {"source": {"type": SourceType.NO_MAPPING.value}}
    names = mapping_offer(view, body).target
    return {"attributeContractFulfillment": {name: nothing if name == LOCALE else subject for name in names}}


def _prepare(proposal: Policies) -> RequestPolicy:
    contract = proposal.new.identity_hint_contract
    contract = contract.model_copy(update={"core_attributes": [IdentityHintAttribute(name=HINT_SUBJECT)]})
    new = proposal.new.model_copy(update={"identity_hint_contract": contract})
    body = to_body(new)
    if new.identity_hint_contract_fulfillment is None:
        usual = usual_fulfillment(proposal.view, body)
        new = new.model_copy(update={"identity_hint_contract_fulfillment": _mapping(usual)})
    if new.identity_hint_mapping is None:
        new = new.model_copy(update={"identity_hint_mapping": _mapping(usual_mapping(proposal.view, body))})
    if proposal.old is not None and new == proposal.old:
        return new
    return new.model_copy(update={"last_modified": to_text(proposal.ports.get(Clock).now())})


def _mapping(body: Body) -> AttributeMapping:
    return AttributeMapping.model_validate_json(json.dumps(body))


def _check_contract(proposal: Policies) -> Iterator[FieldError]:
    names = (each.name for each in proposal.new.identity_hint_contract.extended_attributes)
    return repeated_attributes(names, (HINT_SUBJECT,), "identityHintContract.extendedAttributes")


def _check_issuers(proposal: Policies) -> Iterator[FieldError]:
    seen: set[str] = set()
    for index, each in enumerate(proposal.new.alternative_login_hint_token_issuers):
        path = f"alternativeLoginHintTokenIssuers[{index}]"
        if each.issuer in seen:
            yield FieldError("This issuer is already in the list.", f"{path}.issuer", "value_in_use")
        seen.add(each.issuer)
        if bool(each.jwks) is bool(each.jwks_url):
            yield FieldError(
                "Enter either the JWKS URL or the JWKS of the issuer.", f"{path}.jwksURL", "required_field"
            )
        problem = jwks_problem(each.jwks) if each.jwks else None
        if problem is not None:
            yield FieldError(problem, f"{path}.jwks", "invalid_jwks")


def _has_authenticator(view: View, policy: RequestPolicy) -> bool:
    return view.find(handles.OUT_OF_BAND_AUTHENTICATORS, policy.authenticator_ref.id) is not None


def _check_mappings(proposal: Policies) -> Iterator[FieldError]:
    new, view = proposal.new, proposal.view
    body = to_body(new)
    if new.identity_hint_contract_fulfillment is not None:
        offered = fulfillment_offer(view, body)
        yield from mapping_errors(new.identity_hint_contract_fulfillment, offered, view, f"{FULFILLMENT}.")
    # Without its authenticator, which is reported as missing, it is unknown which attributes the policy needs.
    if new.identity_hint_mapping is not None and _has_authenticator(view, new):
        yield from mapping_errors(new.identity_hint_mapping, mapping_offer(view, body), view, f"{MAPPING}.")


UI = Ui(
    page=ConsolePage(
        id="cibaRequestPolicies",
        label="CIBA Request Policies",
        heading=APPLICATION_OAUTH,
        slug="ciba-request-policies",
        position=50,
        keywords=("backchannel authentication", "login_hint", "decoupled", "FAPI-CIBA"),
    ),
    guide="backchannel-authentication",
    items=ItemList(
        singular="Request Policy",
        plural="Request Policies",
        columns=("authenticatorRef", "transactionLifetime", "lastModified"),
        default=DefaultItem(handles.CIBA_SETTINGS, "defaultRequestPolicyRef"),
        empty="A request policy identifies the user whom a client names, and has an authenticator notify the user.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"identityHintContract.coreAttributes"})),
        prefilled=("authenticatorRef",),
        mapping=MappingForm(
            offer=fulfillment_offer,
            holder=FULFILLMENT,
            label="Identity hint contract fulfillment",
            help="Sources of the attributes of the identity hint. Unless you change the fulfillment, they are taken"
            " from the request.",
            decides=frozenset({"identityHintContract.extendedAttributes.name"}),
            default_mapping=usual_fulfillment,
        ),
        further_mappings=(
            MappingForm(
                offer=mapping_offer,
                holder=MAPPING,
                label="Identity hint mapping",
                help="Sources of the user key of the grant, which must be that of the user who signs in, and of the"
                " attributes that the authenticator needs.",
                decides=frozenset(
                    {"authenticatorRef", "userCodePcvRef", "identityHintContract.extendedAttributes.name"}
                ),
                default_mapping=usual_mapping,
            ),
        ),
    ),
)

REQUEST_POLICIES = Resource(
    path=handles.CIBA_POLICIES.path,
    model=RequestPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="CIBA Request Policy", description="Identification of the users of backchannel authentication requests."
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=_prepare,
        rules=(_check_contract, _check_issuers, _check_mappings),
        # The attributes of the mapping are those of the authenticator.
        reads=frozenset({handles.OUT_OF_BAND_AUTHENTICATORS}),
    ),
    storage=StorageOptions(references=property_references),
    ui=UI,
)

CIBA_SETTINGS = Resource(
    path=handles.CIBA_SETTINGS.path,
    model=CibaServerPolicySettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="CIBA Settings", description="Settings that apply to all CIBA request policies."),
    default=CibaServerPolicySettings,
)
