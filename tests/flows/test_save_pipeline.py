"""One save on the complete server parses the request and the document once and collects references once."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from hanse.config.change import derived_rows, draft
from hanse.config.change.reference_checks import references_of
from hanse.config.declare import validation
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.references import Reference
from tests.flows.server import API, Client, FlowServer

CLIENT = {
    "clientId": "counted",
    "name": "First",
    "grantTypes": ["CLIENT_CREDENTIALS"],
    "clientAuth": {"type": "SECRET", "secret": "a-secret-of-thirty-two-characters"},
}
SENT, DOCUMENT, STORED, REFERENCES = (
    "request parsed",
    "document parsed",
    "stored version parsed",
    "references collected",
)


class StepCounter:
    """The steps of saves of OAuth clients that the server has taken since the last call of `take`."""

    def __init__(self) -> None:
        self.names = ("", "")
        self.steps: list[str] = []

    def take(self) -> list[str]:
        steps, self.steps = sorted(self.steps), []
        return steps


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> StepCounter:
    counter = StepCounter()
    parse = validation.parse

    def parse_counted(model: type[BaseModel], data: bytes) -> BaseModel:
        if model.__name__ == "Client":
            old, _new = (f'"name":"{name}"'.encode() for name in counter.names)
            # The request of this test has a blank after each colon; JSON written by the server has none.
            step = SENT if b'"name": ' in data else STORED if old in data else DOCUMENT
            counter.steps.append(step)
        return parse(model, data)

    def references_counted(resource: Resource[Any], body: dict[str, Any], registry: Registry) -> Iterator[Reference]:
        if resource.path == "/oauth/clients":
            counter.steps.append(REFERENCES)
        return references_of(resource, body, registry)

    monkeypatch.setattr(validation, "parse", parse_counted)
    monkeypatch.setattr(draft, "references_of", references_counted)
    monkeypatch.setattr(derived_rows, "references_of", references_counted)
    return counter


@pytest.fixture
def admin(shared_server: FlowServer) -> Iterator[Client]:
    client = shared_server.client().sign_in()
    yield client
    client.delete(f"{API}/oauth/clients/counted")


def test_a_save_parses_the_request_and_the_document_once_and_collects_references_once(
    admin: Client, counted: StepCounter
) -> None:
    counted.names = ("", "First")
    made = admin.post(f"{API}/oauth/clients", CLIENT)
    assert made.status_code == 201, made.text
    assert counted.take() == sorted([SENT, DOCUMENT, REFERENCES])
    counted.names = ("First", "Second")
    assert admin.put(f"{API}/oauth/clients/counted", {**made.json(), "name": "Second"}).status_code == 200
    assert counted.take() == sorted([SENT, DOCUMENT, STORED, REFERENCES])


def test_a_refused_save_reads_no_more(admin: Client, counted: StepCounter) -> None:
    counted.names = ("", "First")
    unknown = {**CLIENT, "defaultAccessTokenManagerRef": {"id": "nowhere"}}
    assert admin.post(f"{API}/oauth/clients", unknown).status_code == 422
    assert counted.take() == sorted([SENT, DOCUMENT, REFERENCES])
    # A body that cannot be parsed reaches no later step.
    assert admin.post(f"{API}/oauth/clients", {**CLIENT, "name": 5}).status_code == 422
    assert counted.take() == [SENT]
