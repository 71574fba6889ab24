from collections.abc import Iterator
from pathlib import Path

import pytest

from hanse.kit.errors import FieldError
from hanse.kit.ports import CloudPlatform, CredentialFacts, CredentialStatus
from hanse.ops.cloud import CloudClient, Platform, Regions, open_http
from tests.cloud.serving import RunningCloud, running_cloud


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[RunningCloud]:
    with running_cloud(tmp_path / "data") as running:
        yield running


def platform(region: str, url: str) -> CloudPlatform:
    return Platform(CloudClient(open_http, Regions.from_addresses({region: url})))


def test_a_credential_is_described_with_its_regions_configured_addresses(cloud: RunningCloud) -> None:
    facts = platform("NA", "http://127.0.0.1:1").describe(cloud.credential)
    assert isinstance(facts, CredentialFacts)
    assert facts.credential_id == cloud.credential_id
    assert facts.connection_id == cloud.gateway_id
    assert facts.organization_name == "Kontor"
    assert facts.management_endpoint == "http://127.0.0.1:1/v1"
    assert facts.authentication_endpoint == "http://127.0.0.1:1"


def test_what_cannot_be_described_is_a_finding_on_the_credential(cloud: RunningCloud) -> None:
    for found in (platform("EU", cloud.url).describe(cloud.credential), platform("NA", cloud.url).describe("x")):
        assert isinstance(found, FieldError)
        assert found.field_path == "credential"
        assert cloud.credential not in found.message


def test_the_status_is_asked_of_the_region(cloud: RunningCloud) -> None:
    asked = platform("NA", cloud.url)
    assert asked.status(cloud.credential) is CredentialStatus.VALID
    cloud.state.revoke(cloud.credential_id)
    assert asked.status(cloud.credential) is CredentialStatus.INVALID
