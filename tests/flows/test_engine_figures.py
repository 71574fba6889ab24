"""The figures of all engines over the admin API: by step of time, reason, grant type and error."""

import asyncio

from hanse.app.state_keys import StateKeys
from hanse.engine.state.open_state import open_state
from hanse.kit.engine_figures import MINUTE_SECONDS, FigureKind
from tests.flows.server import API, Client, FlowServer

PATH = f"{API}/internal/engineFigures"


def add(server: FlowServer, minutes_ago: int, kind: FigureKind, label: str, amount: int = 1) -> None:
    """Add to the figures like an engine."""
    core, options = server.core, server.options
    environment = core.environment
    keys = StateKeys(core.keyring, core.configuration.database, environment.clock)
    state = open_state(options.data, options.database, keys=keys, randomness=environment.randomness, boot="engine")
    minute = int(environment.clock.now().timestamp()) // MINUTE_SECONDS - minutes_ago

    async def store() -> None:
        await state.figures.add(minute, {(kind, label): amount})
        await state.close()

    asyncio.run(store())


def test_without_events_all_figures_are_zero(admin: Client) -> None:
    found = admin.get(PATH).json()
    assert (found["stepMinutes"], len(found["steps"])) == (5, 12)
    assert (found["signedIn"], found["tokens"], found["reasons"], found["grantTypes"]) == (0, 0, [], [])
    assert "tokenMilliseconds" not in found
    assert len(admin.get(f"{PATH}?period=DAY").json()["steps"]) == 24
    assert admin.get(f"{PATH}?period=YEAR").status_code == 422


def test_figures_are_added_up_by_step_and_ranked(server: FlowServer, admin: Client) -> None:
    # The clock of the tests is at 08:30.
    add(server, 0, FigureKind.SIGN_IN, "SUCCEEDED", 3)
    add(server, 12, FigureKind.SIGN_IN, "SUCCEEDED", 4)
    add(server, 12, FigureKind.SIGN_IN, "FAILED", 3)
    add(server, 12, FigureKind.SIGN_IN_FAILURE, "LOCKED_OUT", 1)
    add(server, 12, FigureKind.SIGN_IN_FAILURE, "CANCELLED", 2)
    add(server, 1, FigureKind.TOKEN, "urn:openid:params:grant-type:ciba", 2)
    add(server, 1, FigureKind.TOKEN_FAILURE, "invalid_grant", 5)
    found = admin.get(PATH).json()
    assert (found["signedIn"], found["signInFailures"], found["tokens"], found["tokenFailures"]) == (7, 3, 2, 5)
    assert found["reasons"] == [
        {"id": "CANCELLED", "label": "Canceled by the user", "count": 2},
        {"id": "LOCKED_OUT", "label": "User locked out", "count": 1},
    ]
    assert found["grantTypes"] == [{"id": "urn:openid:params:grant-type:ciba", "label": "CIBA", "count": 2}]
    assert found["errors"] == [{"id": "invalid_grant", "label": "invalid_grant", "count": 5}]
    steps = {each["begins"]: (each["signedIn"], each["signInFailures"]) for each in found["steps"]}
    assert [(begins, each) for begins, each in steps.items() if any(each)] == [
        ("2026-11-21T08:15:00.000Z", (4, 3)),
        ("2026-11-21T08:30:00.000Z", (3, 0)),
    ]


def test_the_period_limits_what_is_added_up(server: FlowServer, admin: Client) -> None:
    for minutes in (54, 61, 23 * 60, 25 * 60):
        add(server, minutes, FigureKind.TOKEN, "password")
    # The clock of another node is ahead.
    add(server, -30, FigureKind.TOKEN, "password")
    assert admin.get(PATH).json()["tokens"] == 1
    found = admin.get(f"{PATH}?period=DAY").json()
    assert found["tokens"] == 3
    assert found["steps"][0]["begins"] == "2026-11-20T09:00:00.000Z"


def test_durations_are_shown_as_a_percentile(server: FlowServer, admin: Client) -> None:
    # Twenty requests between 10 and 25 ms.
    add(server, 2, FigureKind.TOKEN_DURATION, "4", 20)
    found = admin.get(PATH).json()
    assert found["tokenMilliseconds"] == 24.2
    assert "authorizationMilliseconds" not in found
    assert [each["tokenMilliseconds"] for each in found["steps"] if "tokenMilliseconds" in each] == [24.2]


def test_labels_are_in_the_language_of_the_request(server: FlowServer, admin: Client) -> None:
    add(server, 1, FigureKind.SIGN_IN_FAILURE, "LOCKED_OUT")
    found = admin.get(PATH, headers={"Accept-Language": "de"}).json()
    assert found["reasons"][0]["label"] == "Benutzer gesperrt"
