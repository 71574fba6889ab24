from collections.abc import Iterator
from pathlib import Path

import pytest

from hanse.kit.errors import ExternalFailure, FieldError
from hanse.kit.ports import CloudPlatform, CredentialCheck, CredentialFacts, CredentialStatus
from hanse.ops.cloud import CloudClient, CloudPlatformClient, Regions, open_http
from tests.tools.cloud.serving import RunningCloud, running_cloud


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[RunningCloud]:
    with running_cloud(tmp_path / "data") as running:
        yield running


def platform(region: str, url: str) -> CloudPlatform:
    return CloudPlatformClient(CloudClient(open_http, Regions.from_addresses({region: url})))


def test_a_credential_is_described_with_its_regions_configured_addresses(cloud: RunningCloud) -> None:
    facts = platform("NA", "http://127.0.0.1:1").describe(cloud.credential)
    assert isinstance(facts, CredentialFacts)
    assert facts.credential_id == cloud.credential_id
    assert facts.connection_id == cloud.gateway_id
    assert facts.organization_name == "Kontor"
    assert facts.management_endpoint == "http://127.0.0.1:1"
    assert facts.authentication_endpoint == "http://127.0.0.1:1"


def test_an_unreadable_credential_is_a_finding_at_its_field(cloud: RunningCloud) -> None:
    for found in (platform("EU", cloud.url).describe(cloud.credential), platform("NA", cloud.url).describe("x")):
        assert isinstance(found, FieldError)
        assert found.field_path == "credential"
        assert cloud.credential not in found.message


def test_the_status_comes_from_the_region(cloud: RunningCloud) -> None:
    client = platform("NA", cloud.url)
    assert client.check(cloud.credential) == CredentialCheck(CredentialStatus.VALID)
    cloud.state.revoke(cloud.credential_id)
    revoked = client.check(cloud.credential)
    assert revoked.status is CredentialStatus.INVALID
    assert "it was revoked" in str(revoked.reason)
    unreachable = platform("NA", "http://127.0.0.1:1").check(cloud.credential)
    assert unreachable == CredentialCheck(CredentialStatus.UNKNOWN, "The cloud service could not be reached.")


def test_a_refusal_has_a_reason_and_a_remedy(cloud: RunningCloud) -> None:
    client = platform("NA", cloud.url)
    assert client.refusal(cloud.credential) is None
    cloud.state.revoke(cloud.credential_id)
    revoked = client.refusal(cloud.credential)
    assert revoked is not None
    assert (revoked.field_path, revoked.error_id) == ("credential", "invalid_credential")
    assert "it was revoked" in revoked.message
    unchecked = platform("NA", "http://127.0.0.1:1").refusal(cloud.credential)
    assert unchecked is not None
    assert (unchecked.field_path, unchecked.error_id) == ("credential", "unchecked_credential")
    assert unchecked.message == "The credential could not be checked. The cloud service could not be reached."


def test_environments_are_listed_or_fail_with_a_reason(cloud: RunningCloud) -> None:
    client = platform("NA", cloud.url)
    assert [each.name for each in client.environments(cloud.credential)] == ["Administrators"]
    cloud.state.revoke(cloud.credential_id)
    reasons = {}
    for case, (where, credential) in {
        "revoked": (client, cloud.credential),
        "malformed": (client, "x"),
        "elsewhere": (platform("EU", cloud.url), cloud.credential),
        "unreachable": (platform("NA", "http://127.0.0.1:1"), cloud.credential),
    }.items():
        with pytest.raises(ExternalFailure) as failure:
            where.environments(credential)
        reasons[case] = (failure.value.result_id, failure.value.message)
    assert [reasons[case][0] for case in reasons] == [
        "credential_revoked",
        "credential_malformed",
        "credential_region_unknown",
        "cloud_unreachable",
    ]
    assert len({message for _, message in reasons.values()}) == len(reasons)
    assert not [message for _, message in reasons.values() if cloud.credential in message]
