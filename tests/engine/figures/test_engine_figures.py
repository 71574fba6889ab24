"""Sign-ins, tokens and durations are counted, shown as metrics, and added to the figures of all engines."""

import asyncio
import re

import pytest

from hanse.engine.errors import AuthorizationPending, InvalidGrant, SlowDown, UseDpopNonce
from hanse.engine.figures.counters import EngineCounters
from hanse.engine.figures.durations import RequestDurations
from hanse.engine.figures.figure_writer import FigureWriter
from hanse.engine.oauth.paths import AUTHORIZATION_PATH, TOKEN_PATH
from hanse.kit.engine_figures import MINUTE_SECONDS, FigureKind, FigureSum
from hanse.kit.errors import Unavailable
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from tests.engine.oauth.token.deployment import Deployment
from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, Visitor, returned
from tests.support.configurations import delete

SIGN_INS, SIGN_IN_FAILURES = FigureKind.SIGN_IN, FigureKind.SIGN_IN_FAILURE
TOKENS, TOKEN_FAILURES = FigureKind.TOKEN, FigureKind.TOKEN_FAILURE


def totals(engine: EngineServer, kind: FigureKind) -> dict[str, int]:
    return dict(engine.services.counters.by_label(kind))


def writer(engine: EngineServer) -> FigureWriter:
    return FigureWriter(engine.services.counters, engine.state.figures, engine.clock)


def sums(engine: EngineServer, kind: FigureKind) -> list[FigureSum]:
    return [each for each in asyncio.run(engine.state.figures.sums(0, 1)) if each.kind is kind]


def test_a_sign_in_is_counted_once_although_it_has_several_requests(site: SignInSite, joe: Visitor) -> None:
    page = joe.sign_in(joe.authorize(), "joe", "wrong")
    assert totals(site.engine, SIGN_INS) == {}
    returned(joe.sign_in(page))
    assert totals(site.engine, SIGN_INS) == {"SUCCEEDED": 1}
    assert totals(site.engine, SIGN_IN_FAILURES) == {}


def test_a_failed_sign_in_is_counted_with_its_reason(site: SignInSite, joe: Visitor) -> None:
    assert returned(joe.authorize(prompt="none"))["error"] == "login_required"
    configuration = site.engine.core.configuration
    with configuration.reading() as view:
        (mapping,) = view.everything(ADAPTER_GRANT_MAPPINGS)
    delete(configuration, ADAPTER_GRANT_MAPPINGS, mapping.id)
    delete(configuration, ADAPTERS, "adapter-0")
    site.engine.caught_up()
    joe.authorize()
    assert totals(site.engine, SIGN_INS) == {"FAILED": 2}
    assert totals(site.engine, SIGN_IN_FAILURES) == {"SIGN_IN_REQUIRED": 1, "NO_ADAPTER": 1}


def test_a_request_of_an_unknown_client_is_no_sign_in(site: SignInSite, joe: Visitor) -> None:
    assert joe.authorize(client_id="nobody").status_code == 400
    assert totals(site.engine, SIGN_INS) == {}


def test_tokens_are_counted_by_grant_type_and_refusals_by_error(deployment: Deployment) -> None:
    engine, authorization = deployment.engine, deployment.add_service()
    for _ in range(3):
        assert deployment.client_credentials(authorization).status_code == 200
    deployment.client_credentials(authorization, scope="unknown")
    deployment.client_credentials("Basic eDp5")
    deployment.token({"grant_type": "made-up"}, Authorization=authorization)
    assert totals(engine, TOKENS) == {"client_credentials": 3}
    assert totals(engine, TOKEN_FAILURES) == {"invalid_scope": 1, "invalid_client": 1, "unsupported_grant_type": 1}
    # A request for a token is no sign-in.
    assert totals(engine, SIGN_INS) == {}


def test_clients_that_must_wait_for_their_user_have_not_failed() -> None:
    counters = EngineCounters()
    for error in (AuthorizationPending(), SlowDown(), UseDpopNonce()):
        counters.add_token_failure(error)
    assert counters.totals == {}
    for failure in (InvalidGrant(), Unavailable("The database does not answer."), ValueError("a defect")):
        counters.add_token_failure(failure)
    assert counters.by_label(TOKEN_FAILURES) == {"invalid_grant": 1, "temporarily_unavailable": 1, "server_error": 1}


def test_durations_of_both_endpoints_are_measured_in_buckets() -> None:
    counters = EngineCounters()
    durations = RequestDurations(counters)
    for seconds in (0.0005, 0.001, 0.003, 99.0):
        durations.observe("POST", TOKEN_PATH, 200, seconds)
    durations.observe("GET", AUTHORIZATION_PATH, 302, 0.2)
    durations.observe("GET", "/pf/JWKS", 200, 0.2)
    assert counters.by_label(FigureKind.TOKEN_DURATION) == {"0": 2, "2": 1, "13": 1}
    assert counters.by_label(FigureKind.AUTHORIZATION_DURATION) == {"7": 1}


def test_metrics_have_the_figures(deployment: Deployment) -> None:
    authorization = deployment.add_service()
    deployment.client_credentials(authorization)
    deployment.client_credentials(authorization, scope="unknown")
    metrics = deployment.engine.get("/metrics").text
    assert 'hanse_engine_tokens_issued_total{grant_type="client_credentials"} 1.0' in metrics
    assert 'hanse_engine_token_failures_total{error="invalid_scope"} 1.0' in metrics
    assert "# TYPE hanse_engine_sign_in_failures_total counter" in metrics
    assert re.search(
        r'hanse_http_request_duration_seconds_count\{listener="engine",route="/as/token.oauth2"\} 2', metrics
    )
    # The labels name no client.
    assert "batch" not in metrics


def test_only_new_events_are_written(deployment: Deployment) -> None:
    engine, authorization = deployment.engine, deployment.add_service()
    write = writer(engine).write
    deployment.client_credentials(authorization)
    asyncio.run(write())
    asyncio.run(write())
    first = int(engine.now()) // MINUTE_SECONDS
    assert sums(engine, TOKENS) == [FigureSum(first, TOKENS, "client_credentials", 1)]
    engine.clock.advance(minutes=1)
    deployment.client_credentials(authorization)
    deployment.client_credentials(authorization)
    asyncio.run(write())
    assert sums(engine, TOKENS)[1:] == [FigureSum(first + 1, TOKENS, "client_credentials", 2)]


def test_events_that_could_not_be_written_are_written_later(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = deployment.engine
    deployment.client_credentials(deployment.add_service())
    made = writer(engine)

    async def refuse(*_: object) -> None:
        raise Unavailable("The database does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(engine.state.figures, "add", refuse)
        with pytest.raises(Unavailable):
            asyncio.run(made.write())
    asyncio.run(made.write())
    assert [each.amount for each in sums(engine, TOKENS)] == [1]


def test_the_last_minute_is_written_when_the_server_stops(deployment: Deployment) -> None:
    engine = deployment.engine
    deployment.client_credentials(deployment.add_service())

    async def stopped() -> None:
        task = asyncio.create_task(writer(engine).run())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(stopped())
    assert [each.amount for each in sums(engine, TOKENS)] == [1]
