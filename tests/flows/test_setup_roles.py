"""The callers that may carry out the setup."""

import pytest

from tests.flows.calls import GOOD_CALLS, ISW, add_targets, operations
from tests.flows.server import UI, FlowServer
from tests.flows.stored_rows import dump
from tests.flows.test_roles import ENDING, SETUP, STRANGER, WHO
from tests.tools.cloud.serving import RunningCloud


@pytest.fixture
def ready(server: FlowServer, cloud: RunningCloud) -> FlowServer:
    server.set_up()
    add_targets(server, cloud)
    return server


def test_after_set_up_local_callers_are_anonymous_too(ready: FlowServer, cloud: RunningCloud) -> None:
    for key, operation in operations(ready).items():
        answer = GOOD_CALLS[key].send(ready.local(), operation, cloud)
        assert answer.status_code == (GOOD_CALLS[key].status if STRANGER in WHO[key] else 401), (key, answer.text)


def test_a_local_caller_may_complete_the_wizard(server: FlowServer, cloud: RunningCloud) -> None:
    for key, operation in operations(server).items():
        if key in ENDING:
            continue
        answer = GOOD_CALLS[key].send(server.local(), operation, cloud, serial="setup")
        # The setup link is for other machines, and requires its key.
        expected = 401 if key == ("GET", "/setup") else GOOD_CALLS[key].status if SETUP in WHO[key] else 403
        assert answer.status_code == expected, (key, answer.text)


def test_remote_callers_cannot_complete_the_wizard(server: FlowServer, cloud: RunningCloud) -> None:
    before = dump(server)
    open_to_all = {key for key in WHO if STRANGER in WHO[key]} | {("GET", f"{UI}/session")}
    for key, operation in operations(server).items():
        if key in ENDING:
            continue
        answer = GOOD_CALLS[key].send(server.client(), operation, cloud)
        expected = GOOD_CALLS[key].status if key in open_to_all and key != ("GET", "/setup") else 401
        assert answer.status_code == expected, (key, answer.text)
    assert dump(server) == before


def test_the_one_time_link_works_once(server: FlowServer) -> None:
    holder, late = server.client(), server.client()
    assert holder.get(f"/setup?key={server.setup_key}").status_code == 303
    assert late.get(f"/setup?key={server.setup_key}").status_code == 401
    assert holder.get(f"{ISW}/initialSetupInfo").status_code == 200
    assert late.get(f"{ISW}/initialSetupInfo").status_code == 401
    server.set_up()
    assert holder.get(f"{ISW}/initialSetupInfo").status_code == 401
