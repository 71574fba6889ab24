"""A configuration for policies, with adapters that have only an attribute contract."""

from typing import Any

import pytest
from pydantic import Field

from hanse import handles
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_DEFAULTS, POLICY_SETTINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTORS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model, create, make_configuration
from tests.support.randomness import SeededRandomness


class _Attribute(ConfigModel):
    name: str


class _Contract(ConfigModel):
    core_attributes: list[_Attribute] = Field(default_factory=list)


class _Adapter(ConfigModel):
    id: ResourceId
    name: str
    attribute_contract: _Contract


class _Named(ConfigModel):
    id: ResourceId
    name: str


ADAPTERS = Resource(
    path="/idp/adapters",
    model=_Adapter,
    area=Area.CONFIGURATION,
    text=ResourceText(title="IdP Adapter", description="Adapters."),
    lists=ListOptions(sort_by="name"),
)


def _stand_in(path: str) -> Resource[Any]:
    """Return a resource that policies can refer to, without the resources to which the real one refers."""
    return Resource(
        path=path,
        model=_Named,
        area=Area.CONFIGURATION,
        text=ResourceText(title="Target", description="Targets of references."),
        lists=ListOptions(sort_by="name"),
    )


RESOURCES = (
    ADAPTERS,
    _stand_in(handles.API_APPLICATIONS.path),
    _stand_in(handles.LOCAL_IDENTITY_PROFILES.path),
    SELECTORS,
    FRAGMENT_RESOURCE,
    POLICIES,
    POLICY_DEFAULTS,
    POLICY_SETTINGS,
    POLICY_CONTRACTS,
    EXTENDED_PROPERTIES,
    DATA_STORES,
)


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    made = make_configuration(database, RESOURCES, clock, randomness)
    for id_ in ("form", "otp"):
        contract = {"coreAttributes": [{"name": "username"}, {"name": "mail"}]}
        create(made, ADAPTERS, {"id": id_, "name": id_.title(), "attributeContract": contract})
    create(made, POLICY_CONTRACTS, {"id": "hall", "name": "Hall", "extendedAttributes": [{"name": "mail"}]})
    create(made, POLICY_CONTRACTS, {"id": "plain", "name": "Plain"})
    with made.changing(AUTHOR) as change:
        properties = {"items": [{"name": "Region"}]}
        change.replace(EXTENDED_PROPERTIES, "-", as_model(EXTENDED_PROPERTIES, properties))
    return made


def problems(configuration: Configuration, body: dict[str, Any], author: Author = AUTHOR) -> list[tuple[Any, str]]:
    """Save a policy; return the errors with their fields if it is refused."""
    try:
        with configuration.changing(author) as change:
            change.create(POLICIES, as_model(POLICIES, body))
    except ValidationFailed as refused:
        return [(error.field_path, error.message) for error in refused.errors]
    return []
