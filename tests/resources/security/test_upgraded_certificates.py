"""Certificates stored by an earlier version, with hexadecimal serial numbers and names without spaces."""

import json
from typing import Any

import pytest

from hanse.config.bundle.document import read
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import ImportResult, import_
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import Resource
from hanse.crypto.certificate_chains import to_chain
from hanse.kit.errors import ValidationFailed
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, create, make_configuration
from tests.support.configurations import read as stored_of
from tests.support.key_pairs import START, certificate, stored_body
from tests.support.randomness import SeededRandomness

Body = dict[str, Any]
FORMER = {
    "serialNumber": "3E9",
    "subjectDN": "CN=Seal 1,O=Hanse\\, Lübeck,C=DE",
    "issuerDN": "CN=Seal 1,O=Hanse\\, Lübeck,C=DE",
    "subjectAlternativeNames": ["host-1.example"],
}
TODAY = {
    "serialNumber": "1001",
    "subjectDN": "CN=Seal 1, O=Hanse\\, Lübeck, C=DE",
    "issuerDN": "CN=Seal 1, O=Hanse\\, Lübeck, C=DE",
    "subjectAlternativeNames": ["DNS: 'host-1.example'"],
}
RESOURCES: list[Resource[Any]] = [SIGNING_KEY_PAIRS, TRUSTED_CAS]


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    made = make_configuration(database, RESOURCES, clock, SeededRandomness())
    create(made, SIGNING_KEY_PAIRS, stored_body(1))
    create(made, TRUSTED_CAS, {"id": "seal-1", "certificate": to_chain([certificate(1)])[0]})
    return made


def exported(configuration: Configuration, **changed: Any) -> Body:
    """Return an export with the certificate fields of an earlier version."""
    with configuration.reading() as view:
        document = export(view, view.secrets.keyring, product_version="0.1")
    for documents in document["documents"].values():
        documents[0].update(FORMER, **changed)
    return document


def imported(configuration: Configuration, document: Body) -> ImportResult:
    return import_(configuration, read(json.dumps(document).encode()), AUTHOR)


@pytest.mark.parametrize("resource", RESOURCES, ids=lambda each: each.kind)
def test_answers_have_the_current_form(configuration: Configuration, resource: Resource[Any]) -> None:
    former = {**stored_of(configuration, resource, "seal-1").body, **FORMER}
    assert TODAY.items() <= resource.shown(former, START).items()


def test_an_export_of_an_earlier_version_is_imported(configuration: Configuration) -> None:
    imported(configuration, exported(configuration))
    for resource in RESOURCES:
        assert TODAY.items() <= stored_of(configuration, resource, "seal-1").body.items()


@pytest.mark.parametrize("changed", [{"serialNumber": "3EA"}, {"subjectDN": "CN=Somebody else"}, {"version": 1}])
def test_facts_of_another_certificate_are_refused(configuration: Configuration, changed: Body) -> None:
    with pytest.raises(ValidationFailed) as raised:
        imported(configuration, exported(configuration, **changed))
    assert "certificate_mismatch" in {each.error_id for each in raised.value.errors}


@pytest.mark.parametrize("certificates", [None, [], "text", [5], ["not a certificate"]])
def test_an_invalid_certificate_is_left_to_the_rules(certificates: Any) -> None:
    assert SIGNING_KEY_PAIRS.storage.upgrade is not None
    body = {"certificates": certificates}
    assert SIGNING_KEY_PAIRS.storage.upgrade(body) == body
