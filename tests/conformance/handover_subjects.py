"""Builds the subjects of SP adapters and default URLs. Each has a resource, samples, an alteration and needs."""

from collections.abc import Callable
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS, SP_DEFAULT_URLS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.attribute_requesters import ATTRIBUTE_REQUESTERS
from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS, CONTRACT_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.federation.sp_adapters.target_urls import TARGET_URL_MAPPINGS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.conformance.plugin_subjects import MANY
from tests.support.idp_connections import saml_connection
from tests.support.instances import adapter, validator
from tests.support.mappings import contract
from tests.support.sp_adapters import adapter_mapping, contract_mapping, sp_adapter, target_urls

Body = dict[str, Any]
Needs = tuple[tuple[Resource[Any], Body], ...]
_SP_ADAPTER: Needs = ((SP_ADAPTERS, sp_adapter()),)


def _with_target(body: Body) -> Body:
    return {**body, "defaultTargetResource": "https://app.example.com/other"}


_ASKED = {**saml_connection("asked"), "attributeQuery": {"url": "https://idp.example.com/attributes"}}
HANDOVER_SUBJECTS: tuple[tuple[Resource[Any], Callable[[int], Body], Callable[[Body], Body], Needs], ...] = (
    (SP_ADAPTERS, sp_adapter, lambda body: {**body, "name": f"New {body['name']}"}, ()),
    (
        ADAPTER_MAPPINGS,
        adapter_mapping,
        _with_target,
        (
            *_SP_ADAPTER,
            (VALIDATORS, validator("used")),
            *((ADAPTERS, adapter(number)) for number in range(MANY)),
        ),
    ),
    (
        CONTRACT_MAPPINGS,
        contract_mapping,
        _with_target,
        (*_SP_ADAPTER, *((POLICY_CONTRACTS, contract(number)) for number in range(MANY))),
    ),
    (
        TARGET_URL_MAPPINGS,
        lambda number: target_urls((f"https://host-{number}.example.com/*", "sp-0")),
        lambda body: {"items": [*body["items"], *target_urls(("https://other.example.com/", "sp-0"))["items"]]},
        _SP_ADAPTER,
    ),
    (
        IDP_DEFAULT_URLS,
        lambda number: {"idpErrorMsg": f"Error {number}", "idpSloSuccessUrl": "https://app.example.com/"},
        lambda body: {**body, "confirmIdpSlo": True},
        (),
    ),
    (
        SP_DEFAULT_URLS,
        lambda number: {"ssoSuccessUrl": f"https://app.example.com/{number}"},
        lambda body: {**body, "confirmSlo": True, "sloSuccessUrl": "https://app.example.com/bye"},
        (),
    ),
    (
        ATTRIBUTE_REQUESTERS,
        lambda number: {
            "issuerDNMapList": [{"dn": f"cn=ca {number},*", "idpEntityId": _ASKED["entityId"]}],
            "defaultIdpEntityId": _ASKED["entityId"],
        },
        lambda body: {**body, "subjectDNMapList": [{"dn": "cn=*", "idpEntityId": _ASKED["entityId"]}]},
        ((IDP_CONNECTIONS, _ASKED),),
    ),
)
