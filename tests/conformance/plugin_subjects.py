"""Subjects for plug-in instances, and for mappings that have the ids of instances.

Each tuple has a resource, a function that makes samples, a function that changes a sample, the items that the samples
refer to, the ports, and the password digests.
"""

from collections.abc import Callable, Mapping
from typing import Any

from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.config.declare.resource import Resource
from hanse.resources.applications.ciba.authenticators import AUTHENTICATORS
from hanse.resources.applications.ciba.request_policies import CIBA_SETTINGS, REQUEST_POLICIES
from hanse.resources.applications.registration_policies.resource import REGISTRATION_POLICIES
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS, CREDENTIALS_GRANT_MAPPINGS
from hanse.resources.authentication.selectors.resource import SELECTORS
from hanse.resources.authentication.source_sessions import SOURCE_SESSIONS
from hanse.resources.system.notification_publishers.resource import PUBLISHER_SETTINGS, PUBLISHERS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.support.ciba import authenticator, request_policy
from tests.support.instances import adapter, publisher, registration_policy, selector, validator
from tests.support.mappings import adapter_granted, password_granted
from tests.support.sessions import source_session

Body = dict[str, Any]
SubjectParts = tuple[
    Resource[Any],
    Callable[[int], Body],
    Callable[[Body], Body],
    tuple[tuple[Resource[Any], Body], ...],
    Mapping[type[Any], object],
    Mapping[str, Callable[[str], str]],
]
_DIGESTS: Mapping[str, Callable[[str], str]] = {PASSWORD_DIGEST: lambda text: text[::-1]}


def _renamed(body: Body) -> Body:
    return {**body, "name": f"New {body['name']}"}


def _default(number: int) -> Body:
    return {"defaultNotificationPublisherRef": {"id": f"publisher-{number % 2}"}}


def _with_criteria(body: Body) -> Body:
    return {**body, "issuanceCriteria": {"conditionalCriteria": []}}


# The maximum number of samples of a resource that a test creates.
MANY = 4
_USED = (VALIDATORS, validator("used"))
PLUGIN_SUBJECTS: tuple[SubjectParts, ...] = (
    (VALIDATORS, validator, _renamed, (), {}, _DIGESTS),
    (ADAPTERS, adapter, _renamed, (_USED,), {}, _DIGESTS),
    (
        SOURCE_SESSIONS,
        source_session,
        lambda body: {**body, "persistent": True},
        (_USED, *((ADAPTERS, adapter(number)) for number in range(MANY))),
        {},
        _DIGESTS,
    ),
    (SELECTORS, selector, _renamed, (), {}, {}),
    (PUBLISHERS, publisher, _renamed, (), {}, {}),
    (REGISTRATION_POLICIES, registration_policy, _renamed, (), {}, {}),
    (
        ADAPTER_GRANT_MAPPINGS,
        lambda number: adapter_granted(f"adapter-{number}"),
        _with_criteria,
        (_USED, *((ADAPTERS, adapter(number)) for number in range(MANY))),
        {},
        _DIGESTS,
    ),
    (
        CREDENTIALS_GRANT_MAPPINGS,
        lambda number: password_granted(f"validator-{number}"),
        _with_criteria,
        tuple((VALIDATORS, validator(number)) for number in range(MANY)),
        {},
        _DIGESTS,
    ),
    (AUTHENTICATORS, authenticator, _renamed, (), {}, {}),
    (REQUEST_POLICIES, request_policy, _renamed, ((AUTHENTICATORS, authenticator()),), {}, {}),
    (
        CIBA_SETTINGS,
        lambda number: {"defaultRequestPolicyRef": {"id": f"policy-{number % 2}"}},
        lambda _body: {},
        ((AUTHENTICATORS, authenticator()), *((REQUEST_POLICIES, request_policy(number)) for number in (0, 1))),
        {},
        {},
    ),
    (
        PUBLISHER_SETTINGS,
        _default,
        lambda _body: {},
        tuple((PUBLISHERS, publisher(number)) for number in (0, 1)),
        {},
        {},
    ),
)
