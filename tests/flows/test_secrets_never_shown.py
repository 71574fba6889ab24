"""Secrets are never shown: a clear text is sent in every declared secret, and no log line, row, page or answer contains
it.

The declared secrets are read from the registry, the plug-ins and the API description, so a new secret without a call
fails the first test.

"""

import json
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from hanse.config.bundle.export import export
from hanse.config.declare.fields import Secret
from hanse.config.declare.marked_fields import fields_with, to_text
from hanse.config.list_query import ListQuery
from hanse.kit.product import VERSION
from hanse.resources.all_resources import PLUGIN_KINDS, RESOURCES
from tests.flows.pages import send, visit
from tests.flows.secret_calls import PLANTS, Plant
from tests.flows.server import API, PASSWORD, Client, FlowServer
from tests.flows.stored_rows import dump
from tests.support.log_lines import log_lines

_NAMED = re.compile(r"(?i)(password|passphrase|secret|credential|fileData)$")
_MADE = re.compile(r"(?i)^encrypted(?!ionP)")
_BYPASS = {"X-BypassExternalValidation": "true"}
_PASSWORD_INPUT = re.compile(r'<input[^>]*type="password"[^>]*>')
_INSTANCES = ("configuration.fields.*.value", "configuration.tables.*.rows.*.fields.*.value")


def declared(server: FlowServer) -> set[str]:
    return {*_members(), *_columns(), *_sent(server.contract.description)}


def _members() -> Iterator[str]:
    """Yield the secret members of documents that clients save."""
    for resource in RESOURCES:
        if resource.api.methods & {"POST", "PUT"}:
            for found in fields_with(resource.model, Secret):
                # The columns below are those of instances, and of the settings that replace theirs.
                if not to_text(found.pattern).endswith(_INSTANCES):
                    yield f"{resource.kind} {to_text(found.pattern)}"


def _columns() -> Iterator[str]:
    """Yield the secret fields of plug-ins."""
    for kind in PLUGIN_KINDS:
        for plugin in kind.plugins:
            every = [*plugin.form.fields, *(each for table in plugin.form.tables for each in table.columns)]
            yield from (f"{plugin.id} {each.name}" for each in every if each.is_secret)


def _sent(description: Any) -> Iterator[str]:
    """Yield members with the names of secrets in other request bodies."""
    saved = {API + path for each in RESOURCES for path in (each.path, each.item_path)}
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            if "text/plain" in content:
                yield f"{method} {path}"
            name = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
            members = description["components"]["schemas"].get(name, {}).get("properties", {})
            if path not in saved:
                yield from (f"{method} {path} {each}" for each in members if _is_secret(each))


def _is_secret(name: str) -> bool:
    return _NAMED.search(name) is not None and _MADE.search(name) is None


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """The log of all levels before redaction."""
    with log_lines() as found:
        yield found


def test_every_declared_secret_is_planted(shared_server: FlowServer) -> None:
    assert declared(shared_server) == {each for plant in PLANTS for each in plant.brings}


def test_no_planted_secret_is_ever_returned(
    shared_server: FlowServer, lines: StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    admin = shared_server.client().sign_in()
    texts: list[str] = []
    shown: list[str] = []
    for number, plant in enumerate(PLANTS):
        # Letters and digits with a length that is also valid base64, so that most fields accept it.
        text = f"Planted7Secret{number:02}Abcdefghijklmnopqrstuvwxyz12"
        texts += [text, text[::-1]]
        shown += _answers(admin, plant, text)
    shown += [admin.get(path).text for path in _reading(shared_server)]
    shown += [repr(dump(shared_server)), lines.getvalue(), caplog.text, _exported(shared_server)]
    assert "event='call answered'" in lines.getvalue()
    assert not [text for text in (*texts, PASSWORD) for where in shown if text in where]


def _answers(admin: Client, plant: Plant, text: str) -> Iterator[str]:
    """Send a call, invalid variants of it, and its form; yield the answers."""
    body = plant.body(text)
    if isinstance(body, str):
        yield admin.request(plant.method, plant.path, content=body).text
        return
    answer = admin.request(plant.method, plant.path, body, headers=_BYPASS)
    assert answer.status_code == plant.status, (plant.path, answer.text)
    yield answer.text
    yield admin.request(plant.method, plant.path, {**body, "surprise": text}).text
    yield admin.request(plant.method, plant.path, {name: [value] for name, value in body.items()}).text
    cut = json.dumps(body)[:-1]
    yield admin.request(plant.method, plant.path, content=cut, headers={"Content-Type": "application/json"}).text
    if plant.page:
        yield from _pages(admin, plant.page, text)


def _pages(admin: Client, address: str, text: str) -> Iterator[str]:
    """Send a form with the text in each password field, and yield the page that is loaded afterwards.

    The answer to a refused form may contain the entered values, as only the sender gets it.

    """
    page = visit(admin, address)
    hidden = re.findall(r'name="([^"]+)"', " ".join(_PASSWORD_INPUT.findall(page.answer.text)))
    assert hidden, (address, page.text)
    for more in ({"_token": "another"}, {"_do": "nonsense"}, {"name": "", "username": "", "kerberosRealmName": ""}):
        sent = send(admin, page, {**dict.fromkeys(hidden, text), **more})
        assert sent.status in (200, 303, 400, 403, 422), (address, more, sent.text)
    yield visit(admin, address).answer.text


def _reading(server: FlowServer) -> Iterator[str]:
    """Yield the addresses of all saved items and of their histories."""
    for resource in RESOURCES:
        yield f"{API}{resource.path}"
        with server.core.configuration.reading() as view:
            ids = [] if resource.is_singleton else [stored.id for stored in view.list(resource, ListQuery()).items]
        for id_ in ids:
            yield f"{API}{resource.path}/{id_}"
            yield f"{API}/internal/history{resource.path}/{id_}"


def _exported(server: FlowServer) -> str:
    with server.core.configuration.reading() as view:
        return json.dumps(export(view, server.core.keyring, product_version=VERSION))
