import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.answers import Answer
from hanse.engine.http.endpoint import ProtocolEndpoint
from hanse.engine.signin.endpoints import PageErrors, signin_endpoints
from hanse.engine.signin.pages import Pages
from hanse.kit.errors import Unavailable
from tests.engine.signin.calls import call

PAGES = Pages()


def endpoint(path: str) -> ProtocolEndpoint:
    services = cast("Any", SimpleNamespace(pages=PAGES))
    return next(each for each in signin_endpoints(services) if each.path == path)


def asset(name: str) -> Answer:
    found = endpoint("/assets/{name}")
    request = call(values={"name": name})
    try:
        answer: Answer = asyncio.run(cast("Any", found.methods["GET"](request)))
    except Exception as error:  # noqa: BLE001 - what the dispatcher does.
        return found.render_error(request, error)
    return answer


def test_the_style_sheet_is_served_under_its_published_name() -> None:
    answer = asset(PAGES.assets.addresses["style.css"])
    assert (answer.status, dict(answer.headers)[b"content-type"]) == (200, b"text/css; charset=utf-8")


@pytest.mark.parametrize("name", ["style.css", "../templates/layout.html", "..", ""])
def test_nothing_else_is_an_asset(name: str) -> None:
    assert asset(name).status == 404


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (InvalidRequest("The parameter client_id is required."), 400, b"client_id"),
        (Unavailable("The database host db-7 does not answer."), 503, b"temporarily"),
        (RuntimeError("a secret"), 500, b"Something went wrong"),
    ],
)
def test_errors_are_pages_that_tell_no_more_than_they_may(error: Exception, status: int, told: bytes) -> None:
    answer = PageErrors(PAGES)(call(), error)
    assert answer.status == status
    assert told in answer.body
    assert b"request-1" in answer.body
    assert b"db-7" not in answer.body
    assert b"a secret" not in answer.body
