"""The check of a connection: its certificates, the key that signs for it, and the addresses of the partner.

Addresses are requested with the limits of all outgoing requests: private networks only if an option allows them,
verified certificates, and no redirects.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field

from hanse import handles
from hanse.config.configuration import Configuration
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.notices import EXPIRY_WARNING
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.view import View
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import HttpAnswer, HttpRequest, HttpSettings, SourceFailed
from hanse.kit.clock import Clock, from_text
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import localized, localized_message, say
from hanse.resources.federation.connections.certificates import certificate_facts_of
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.trusted_authorities import trusted_authorities

_PATH: Final = "/checkHealth"
# Members with addresses of the partner, which may be relative to the base URL of the connection.
_ENDPOINTS: Final = frozenset(
    {
        "url",
        "responseUrl",
        # Those of OpenID providers.
        "authorizationEndpoint",
        "pushedAuthorizationRequestEndpoint",
        "tokenEndpoint",
        "userInfoEndpoint",
    }
)
# Members with addresses at which the partner publishes its keys.
_KEYS: Final = frozenset({"jwksUrl", "jwksURL"})
_HOLDERS: Final = ("credentials", "spBrowserSso", "idpBrowserSso")
_MOST_ADDRESSES: Final = 10
_SECONDS: Final = 3.0
_ALL_SECONDS: Final = timedelta(seconds=20)
_MOST_BYTES: Final = 256 * 1024
_OK: Final = 200
_SERVER_ERROR: Final = 500
Body = Mapping[str, Any]


class HealthState(Labeled):
    """The result of a check."""

    HEALTHY = "HEALTHY", "Healthy"
    WARNING = "WARNING", "Warning"
    FAILED = "FAILED", "Failed"


class HealthFinding(ConfigModel):
    """The result of one check."""

    subject: Annotated[str, Field(description="Certificate, key or address that was checked.")]
    state: HealthState
    message: Annotated[str, Field(description="Explanation of the state in the language of the request.")]


class ConnectionHealth(ConfigModel):
    """The results of all checks, and the worst of their states."""

    state: HealthState
    findings: list[HealthFinding]


FurtherChecks = Callable[[Configuration, Body], Iterable[HealthFinding]]


def health_operation(connections: Resource[Any], further: FurtherChecks) -> Operation:
    """Return the operation that checks a connection. `further` are checks that follow those of this module."""
    return Operation(
        method="POST",
        path=f"{API}{connections.item_path}{_PATH}",
        area=connections.area,
        tag=connections.text.title,
        summary=f"Check the health: {connections.text.title}",
        run=partial(_check, connections, further),
        answer=ConnectionHealth,
        in_transaction=False,
        calls_out=True,
    )


HEALTH_ACTION: Final = ItemAction(
    id="checkHealth",
    name="Check Connection",
    description="Checks the certificates, and requests the partner's addresses.",
    path=_PATH,
    body=dict,
    done="The check is complete.",
    shows=lambda answer: {each.subject: f"{localized(each.state.label)}: {each.message}" for each in answer.findings},
)


def _check(connections: Resource[Any], further: FurtherChecks, call: Call) -> OperationResult:
    now = call.ports.get(Clock).now()
    with call.configuration.reading() as view:
        body = view.get(connections, call.path["id"]).body
        authorities = trusted_authorities(view)
        found = [*_certificates(body, now), *_own_key(view, body, now)]
    # No transaction is open during the requests to other servers.
    found += _addresses(call, body, authorities)
    found += further(call.configuration, body)
    states = {each.state for each in found}
    worst = next((each for each in reversed(HealthState) if each in states), HealthState.HEALTHY)
    return OperationResult(ConnectionHealth(state=worst, findings=found))


def _certificates(body: Body, now: datetime) -> Iterator[HealthFinding]:
    for facts in certificate_facts_of(body):
        yield _validity(message("Certificate {subject}", subject=facts["subjectDN"]), facts, now)


def _own_key(view: View, body: Body, now: datetime) -> Iterator[HealthFinding]:
    settings = (body.get("credentials") or {}).get("signingSettings") or {}
    id_ = (settings.get("signingKeyPairRef") or {}).get("id")
    stored = view.find(handles.SIGNING_KEY_PAIRS, id_) if id_ else None
    if stored is not None:
        subject = message("Signing key pair {subject}", subject=stored.body["subjectDN"])
        yield _validity(subject, stored.body, now)


def _validity(subject: Message, facts: Body, now: datetime) -> HealthFinding:
    begins, end = from_text(facts["validFrom"]), from_text(facts["expires"])
    state, text = HealthState.HEALTHY, message("Valid until {end}.", end=end)
    if now > end:
        state, text = HealthState.FAILED, message("Expired on {end}.", end=end)
    elif now < begins:
        state, text = HealthState.FAILED, message("Not valid before {begin}.", begin=begins)
    elif end - now <= EXPIRY_WARNING:
        state = HealthState.WARNING
    return HealthFinding(subject=localized_message(subject), state=state, message=localized_message(text))


def _addresses(call: Call, body: Body, authorities: str) -> Iterator[HealthFinding]:
    clock, clients = call.ports.get(Clock), call.ports.get(DataStoreClients)
    settings = HttpSettings(
        authorities=authorities, connect_timeout=_SECONDS, read_timeout=_SECONDS, most_bytes=_MOST_BYTES
    )
    client, ends = clients.http(settings), clock.now() + _ALL_SECONDS
    keys = set(partner_addresses(body, _KEYS))
    addresses = dict.fromkeys([*sorted(keys), *partner_addresses(body, _ENDPOINTS)])
    for number, address in enumerate(addresses):
        subject = say("Address {address}", address=address)
        if number >= _MOST_ADDRESSES or clock.now() > ends:
            text = say("Not checked, because there are too many addresses or they answer too slowly.")
            yield HealthFinding(subject=subject, state=HealthState.WARNING, message=text)
            continue
        try:
            answer = client.send(HttpRequest(method="GET", url=address))
        except SourceFailed as error:
            yield HealthFinding(subject=subject, state=HealthState.FAILED, message=localized_message(str(error)))
            continue
        state, text = judge_keys(answer) if address in keys else _judge(answer)
        yield HealthFinding(subject=subject, state=state, message=text)


def partner_addresses(body: Body, names: Collection[str] = _ENDPOINTS) -> Iterator[str]:
    """Yield the absolute addresses in the members of a connection that have these names."""
    for holder in _HOLDERS:
        found = _found(body.get(holder), names)
        yield from (absolute_endpoint(body.get("baseUrl"), each) for each in found if each)


def _found(value: Any, names: Collection[str]) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from (each for name, each in value.items() if name in names and isinstance(each, str))
    inner: Iterable[Any] = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _found(each, names)


def _judge(answer: HttpAnswer) -> tuple[HealthState, str]:
    """Return the state of an endpoint. Most refuse a request without a message, which shows that they work."""
    if answer.status >= _SERVER_ERROR:
        return HealthState.WARNING, say("Answers with status {status}.", status=answer.status)
    return HealthState.HEALTHY, say("Answers with status {status}.", status=answer.status)


def judge_keys(answer: HttpAnswer) -> tuple[HealthState, str]:
    """Return the state of an address at which a partner publishes its keys (RFC 7517)."""
    if answer.status != _OK:
        return HealthState.FAILED, say("Answers with status {status}.", status=answer.status)
    try:
        keys = json.loads(answer.content)["keys"]
        number = sum(isinstance(each, dict) for each in keys)
    except (ValueError, KeyError, TypeError):
        return HealthState.FAILED, say("The response is not a JWK set.")
    state = HealthState.HEALTHY if number else HealthState.FAILED
    return state, say("Publishes {count} keys.", count=number)
