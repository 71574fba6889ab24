from collections.abc import Iterator

import pytest

from tests.flows.server import Client, FlowServer


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


@pytest.fixture(autouse=True)
def nothing_is_saved(shared_server: FlowServer) -> Iterator[None]:
    before = shared_server.revision()
    yield
    assert shared_server.revision() == before
