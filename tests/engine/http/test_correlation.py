"""The engine reads the header with correlation IDs from its snapshot."""

from pathlib import Path

from msgspec import UNSET

from hanse.app.engine_app import build_engine_app, engine_parts
from hanse.kit.http.request_log import RequestLine
from hanse.kit.options import Options
from hanse.ops.metrics import Metrics
from hanse.resources.system.general_settings import GENERAL_SETTINGS
from tests.engine.server import EngineServer
from tests.support.randomness import SeededRandomness


def test_a_saved_header_applies_to_the_next_request(engine: EngineServer, tmp_path: Path) -> None:
    lines: list[RequestLine] = []

    def log(line: RequestLine) -> None:
        lines.append(line)

    parts = engine_parts(engine.core, engine.follower, engine.services)
    engine.app = build_engine_app(parts, Options(data=tmp_path), SeededRandomness(), Metrics(), log)
    engine.get("/pf/heartbeat.ping", **{"X-Trace": "abc-1"})
    engine.save(GENERAL_SETTINGS, {"requestHeaderForCorrelationId": "X-Trace"})
    engine.get("/pf/heartbeat.ping", **{"X-Trace": "abc-2"})
    engine.get("/pf/heartbeat.ping")
    assert [line.correlation_id for line in lines] == [UNSET, "abc-2", UNSET]
