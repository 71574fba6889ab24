"""Clients in ping mode are notified of the decision, at their registered address only (CIBA Core, section 10.2)."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from hanse.engine.background_jobs import outbox_sender
from hanse.engine.oauth.ciba.ping_callbacks import PAUSES
from tests.engine.oauth.ciba.call_center import CallCenter
from tests.engine.scripted_network import PlannedOutgoing

ADDRESS, TOKEN = "https://calls.example.com/ping", "8d67dc78-7faa-4d41-aabd-67707b374255"


@pytest.fixture
def network(center: CallCenter) -> PlannedOutgoing:
    center.save_client(cibaDeliveryMode="PING", cibaNotificationEndpoint=ADDRESS)
    return PlannedOutgoing()


def send_due(center: CallCenter, network: PlannedOutgoing) -> None:
    asyncio.run(outbox_sender(replace(center.site.engine.services, outgoing=network)).send_due())


@pytest.mark.parametrize("approves", [True, False])
def test_the_client_is_notified_of_either_decision(
    center: CallCenter, network: PlannedOutgoing, approves: bool
) -> None:
    center.start(client_notification_token=TOKEN)
    send_due(center, network)
    assert network.sent == []
    center.decide(approves=approves)
    send_due(center, network)
    assert network.sent == [(ADDRESS, {"auth_req_id": center.answer["auth_req_id"]}, TOKEN)]
    # The decision itself is fetched at the token endpoint.
    assert center.poll().status_code == (200 if approves else 400)
    send_due(center, network)
    assert len(network.sent) == 1


def test_a_client_in_ping_mode_must_send_a_token(center: CallCenter, network: PlannedOutgoing) -> None:
    assert center.error(login_hint="joe") == (400, "invalid_request")
    assert network.sent == []


@pytest.mark.parametrize(
    ("statuses", "attempts"),
    [
        ([204], 1),
        ([200], 1),
        ([302], 1),
        ([401], 1),
        ([429, 204], 2),
        ([500, 0, 204], 3),
        ([0] * 10, len(PAUSES) + 1),
    ],
)
def test_callbacks_that_fail_temporarily_are_sent_again(
    center: CallCenter, network: PlannedOutgoing, statuses: list[int], attempts: int
) -> None:
    network.statuses = statuses
    center.start(client_notification_token=TOKEN)
    center.decide()
    for _ in range(10):
        send_due(center, network)
        center.site.engine.clock.advance(seconds=16)
    assert len(network.sent) == attempts


def test_a_client_that_only_polls_is_not_called(center: CallCenter, network: PlannedOutgoing) -> None:
    center.save_client()
    center.start(client_notification_token=TOKEN)
    center.decide()
    send_due(center, network)
    assert network.sent == []


def test_the_address_is_that_of_the_client_when_the_callback_is_sent(
    center: CallCenter, network: PlannedOutgoing
) -> None:
    center.start(client_notification_token=TOKEN)
    center.decide()
    changed: dict[str, Any] = {"cibaDeliveryMode": "PING", "cibaNotificationEndpoint": f"{ADDRESS}/new"}
    center.save_client(**changed)
    send_due(center, network)
    assert [address for address, _, _ in network.sent] == [f"{ADDRESS}/new"]
