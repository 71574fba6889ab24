"""Exports and imports as the tests of bundles use them."""

import json
from typing import Any

import pytest

from hanse.config.bundle.document import read, to_bytes
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import ImportResult, import_
from hanse.config.configuration import Configuration
from hanse.kit.errors import ValidationFailed
from tests.support.configurations import AUTHOR, as_model, revision
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS


def fill(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR) as change:
        for name in ("zebra", "ant"):
            change.create(GROUPS, as_model(GROUPS, {"id": name, "name": name}))
        for number in (2, 1):
            body = {
                "id": f"d{number}",
                "name": f"Device {number}",
                "group": {"id": "ant"},
                "password": "clear-password",
                "accounts": [{"name": "a", "secret": "clear-account"}],
                "twin": {"id": f"d{number}"},
                "tags": ["b", "a"],
            }
            change.create(DEVICES, as_model(DEVICES, body))
        change.replace(SETTINGS, "-", as_model(SETTINGS, {"title": "Ünïcode", "token": "clear-token"}))


def export_document(configuration: Configuration) -> dict[str, Any]:
    with configuration.reading() as view:
        return export(view, view.secrets.keyring, product_version="1.0.0")


def import_document(configuration: Configuration, document: Any, **options: Any) -> ImportResult:
    return import_(configuration, read(json.dumps(document).encode()), AUTHOR, **options)


def findings(configuration: Configuration, document: Any, **options: Any) -> list[tuple[str | None, str]]:
    before = to_bytes(export_document(configuration)), revision(configuration)
    with pytest.raises(ValidationFailed) as caught:
        import_document(configuration, document, **options)
    assert (to_bytes(export_document(configuration)), revision(configuration)) == before
    return [(error.field_path, error.error_id) for error in caught.value.errors]
