"""Assets, and the error pages of endpoints for browsers."""

from typing import TYPE_CHECKING

import pytest

from hanse.engine.errors import InvalidRequest
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.pages import PageRenderer
from hanse.kit.errors import Unavailable
from tests.engine.signin.calls import call

if TYPE_CHECKING:
    from tests.engine.server import EngineServer

PAGES = PageRenderer()


def test_the_style_sheet_is_served_under_its_published_name(engine: "EngineServer") -> None:
    engine.set_base_url()
    answer = engine.get(f"/assets/{PAGES.assets.addresses['style.css']}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    for name in ("style.css", "..%2Ftemplates%2Flayout.html", "..", "%00"):
        assert engine.get(f"/assets/{name}").status_code == 404


@pytest.mark.parametrize(
    ("error", "status", "expected"),
    [
        (InvalidRequest("The parameter client_id is required."), 400, b"client_id"),
        (Unavailable("The database host db-7 does not answer."), 503, b"temporarily"),
        (RuntimeError("a secret"), 500, b"Something went wrong"),
    ],
)
def test_error_pages_reveal_no_details(error: Exception, status: int, expected: bytes) -> None:
    answer = PageErrors(PAGES)(call(), error)
    assert answer.status == status
    assert expected in answer.body
    assert b"request-1" in answer.body
    assert b"db-7" not in answer.body
    assert b"a secret" not in answer.body
