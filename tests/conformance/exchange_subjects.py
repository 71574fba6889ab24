"""Builds the subjects of token exchange. Each has a resource, samples, an alteration and needs."""

from collections.abc import Callable
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.resources.applications.token_exchange.generator_groups import GENERATOR_GROUPS, GENERATOR_SETTINGS
from hanse.resources.applications.token_exchange.generator_mappings import GENERATOR_MAPPINGS
from hanse.resources.applications.token_exchange.generators import GENERATORS
from hanse.resources.applications.token_exchange.processor_policies import (
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
)
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from hanse.resources.authentication.exchange_grant_mappings import EXCHANGE_GRANT_MAPPINGS
from tests.conformance.plugin_subjects import MANY
from tests.support.token_exchange import (
    exchange_granted,
    generator_group,
    generator_mapping,
    jwt_generator,
    jwt_processor,
    processor_policy,
)

Body = dict[str, Any]
Needs = tuple[tuple[Resource[Any], Body], ...]
_PROCESSOR: Needs = ((PROCESSORS, jwt_processor()),)
_GENERATOR: Needs = ((GENERATORS, jwt_generator()),)
_POLICIES: Needs = tuple((TOKEN_EXCHANGE_POLICIES, processor_policy(number)) for number in range(MANY))
_GROUPS: Needs = tuple((GENERATOR_GROUPS, generator_group(number)) for number in (0, 1))


def _renamed(body: Body) -> Body:
    return {**body, "name": f"New {body['name']}"}


EXCHANGE_SUBJECTS: tuple[
    tuple[Resource[Any], Callable[[int], Body], Callable[[Body], Body], tuple[tuple[Resource[Any], Body], ...]], ...
] = (
    (PROCESSORS, jwt_processor, _renamed, ()),
    (TOKEN_EXCHANGE_POLICIES, processor_policy, _renamed, _PROCESSOR),
    (
        TOKEN_EXCHANGE_SETTINGS,
        lambda number: {"defaultProcessorPolicyRef": {"id": f"exchange-{number % 2}"}},
        lambda _body: {},
        (*_PROCESSOR, *_POLICIES),
    ),
    (GENERATORS, jwt_generator, _renamed, ()),
    (
        GENERATOR_GROUPS,
        lambda number: generator_group(number, f"https://host-{number}.example.com"),
        _renamed,
        _GENERATOR,
    ),
    (
        GENERATOR_SETTINGS,
        lambda number: {"defaultGeneratorGroupRef": {"id": f"group-{number % 2}"}},
        lambda _body: {},
        (*_GENERATOR, *_GROUPS),
    ),
    (
        GENERATOR_MAPPINGS,
        generator_mapping,
        lambda body: {**body, "issuanceCriteria": {"conditionalCriteria": []}},
        (*_PROCESSOR, *_POLICIES, *_GENERATOR),
    ),
    (
        EXCHANGE_GRANT_MAPPINGS,
        exchange_granted,
        lambda body: {**body, "issuanceCriteria": {"conditionalCriteria": []}},
        (*_PROCESSOR, *_POLICIES),
    ),
)
