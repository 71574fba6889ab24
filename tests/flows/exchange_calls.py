"""Good calls about token exchange, and what they are about."""

from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.token_calls import SERIALS, calls_of, settings_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.token_exchange import (
    JWT_GENERATOR,
    JWT_PROCESSOR,
    exchange_granted,
    generator_group,
    generator_mapping,
    jwt_generator,
    jwt_processor,
    processor_policy,
)

PROCESSORS, GENERATORS = "/idp/tokenProcessors", "/sp/tokenGenerators"
POLICIES, POLICY_SETTINGS = "/oauth/tokenExchange/processor/policies", "/oauth/tokenExchange/processor/settings"
GROUPS, GROUP_SETTINGS = "/oauth/tokenExchange/generator/groups", "/oauth/tokenExchange/generator/settings"
MAPPINGS = "/oauth/tokenExchange/tokenGeneratorMappings"
GRANTS = "/oauth/processorPolicyMappings"
_DESCRIPTORS = {PROCESSORS: JWT_PROCESSOR, GENERATORS: JWT_GENERATOR}
# Those with the number 0 are used, and those with the number 1 can be deleted.
_MAPPING = "exchange-0|generator-0"


def add_exchange(admin: Client) -> None:
    """Make what the calls are about, where it is not there."""
    bodies = (
        *((PROCESSORS, jwt_processor(number)) for number in (0, 1)),
        *((POLICIES, processor_policy(number)) for number in (0, 1, *SERIALS)),
        *((GENERATORS, jwt_generator(number)) for number in (0, 1)),
        *((GROUPS, generator_group(number)) for number in (0, 1)),
        (MAPPINGS, generator_mapping()),
        (GRANTS, exchange_granted()),
    )
    for path, body in bodies:
        made = admin.post(f"{API}{path}", body)
        assert made.status_code in (201, 422), made.text


def _plugin_calls(path: str, sample: Any) -> dict[Key, GoodCall]:
    target = str(sample(1)["id"])
    return {
        **calls_of(
            path,
            GoodCall(201, body=lambda serial, _c: sample(f"made-{serial}")),
            GoodCall(body=lambda serial, _c: {**sample(1), "name": f"New {serial}"}, target=target),
        ),
        ("GET", f"{API}{path}/descriptors"): GoodCall(),
        ("GET", f"{API}{path}/descriptors/{{id}}"): GoodCall(target=_DESCRIPTORS[path]),
        ("GET", f"{API}/internal/effective{path}/{{id}}"): GoodCall(target=target),
    }


EXCHANGE_CALLS: dict[Key, GoodCall] = {
    **_plugin_calls(PROCESSORS, jwt_processor),
    **_plugin_calls(GENERATORS, jwt_generator),
    **calls_of(
        POLICIES,
        GoodCall(201, body=lambda serial, _c: processor_policy(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: processor_policy(1, name=f"New {serial}"), target="exchange-1"),
    ),
    **settings_of(POLICY_SETTINGS, GoodCall(body=lambda _s, _c: {"defaultProcessorPolicyRef": {"id": "exchange-0"}})),
    **calls_of(
        GROUPS,
        GoodCall(201, body=lambda serial, _c: generator_group(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: generator_group(1, name=f"New {serial}"), target="group-1"),
    ),
    **settings_of(GROUP_SETTINGS, GoodCall(body=lambda _s, _c: {"defaultGeneratorGroupRef": {"id": "group-0"}})),
    **calls_of(
        MAPPINGS,
        GoodCall(201, body=lambda serial, _c: generator_mapping(serial)),
        GoodCall(body=lambda _s, _c: generator_mapping(), target=_MAPPING),
    ),
    **calls_of(
        GRANTS,
        GoodCall(201, body=lambda serial, _c: exchange_granted(serial)),
        GoodCall(body=lambda _s, _c: exchange_granted(), target="exchange-0"),
    ),
}


def exchange_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return who may make these calls; in this order, as what is used cannot be deleted."""
    lines: dict[Key, frozenset[str]] = {}
    for path in (PROCESSORS, POLICIES, GENERATORS, GROUPS, MAPPINGS, GRANTS):
        lines |= collection(f"{API}{path}", sees=sees, changes=configures)
    for path in _DESCRIPTORS:
        lines["GET", f"{API}{path}/descriptors"] = lines["GET", f"{API}{path}/descriptors/{{id}}"] = sees
        lines["GET", f"{API}/internal/effective{path}/{{id}}"] = sees
    for path in (POLICY_SETTINGS, GROUP_SETTINGS):
        lines |= document(f"{API}{path}", sees=sees, changes=configures)
    for path in (GRANTS, MAPPINGS, GROUPS, GENERATORS, POLICIES, PROCESSORS):
        lines["DELETE", f"{API}{path}/{{id}}"] = configures
    return lines
