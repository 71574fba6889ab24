"""What makes the subjects of plug-ins' instances: resource, samples, how one is altered, needs, ports and digests."""

from collections.abc import Callable, Mapping
from typing import Any

from hanse.config.fields import PASSWORD_DIGEST
from hanse.config.resource import Resource
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.selectors.resource import SELECTORS
from hanse.resources.system.notification_publishers.resource import PUBLISHER_SETTINGS, PUBLISHERS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.support.instances import adapter, publisher, selector, validator

Body = dict[str, Any]
Made = tuple[
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


PLUGIN_SUBJECTS: tuple[Made, ...] = (
    (VALIDATORS, validator, _renamed, (), {}, _DIGESTS),
    (ADAPTERS, adapter, _renamed, ((VALIDATORS, validator("used")),), {}, _DIGESTS),
    (SELECTORS, selector, _renamed, (), {}, {}),
    (PUBLISHERS, publisher, _renamed, (), {}, {}),
    (
        PUBLISHER_SETTINGS,
        _default,
        lambda _body: {},
        tuple((PUBLISHERS, publisher(number)) for number in (0, 1)),
        {},
        {},
    ),
)
