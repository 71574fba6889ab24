import logging
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from uuid import uuid4

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hanse.kit.ports import CredentialStatus
from hanse.ops.cloud import (
    CloudBusy,
    CloudClient,
    CloudFailure,
    CloudTimedOut,
    CloudUnreachable,
    CredentialRefused,
    CredentialRevoked,
    HttpTimeouts,
    MalformedCredential,
    Regions,
    RequestLimit,
    UnknownRegion,
    open_http,
)
from tests.ops.cloud.clients import QUICK, STRANGER, TOKEN, client_of, forged, patient_client
from tests.ops.cloud.raw_server import answering, http_answer
from tests.tools.cloud.serving import RunningCloud, bound_socket, running_cloud
from tools.cloud.records import Environment, EnvironmentType


def test_a_live_credential_is_valid_and_its_claims_are_returned(cloud: RunningCloud) -> None:
    client = patient_client(cloud)
    assert client.check_credential(cloud.credential).status is CredentialStatus.VALID
    claims = client.verify(f"\n  {cloud.credential}\n")
    assert claims.organization_name == "Kontor"
    assert str(claims.credential_id) == cloud.credential_id


def test_environments_are_those_in_which_the_connection_has_a_role(cloud: RunningCloud) -> None:
    now = datetime.now(UTC)
    for name, gateway in (("Lübeck", cloud.gateway_id), ("Visby", None)):
        environment = Environment(str(uuid4()), name, EnvironmentType.SANDBOX, now)
        cloud.state.add_environment(environment, gateway_id=gateway)
    found = patient_client(cloud).environments(cloud.credential)
    assert [(each.name, each.type) for each in found] == [
        ("Administrators", "PRODUCTION"),
        ("Lübeck", "SANDBOX"),
    ]


def test_without_roles_there_are_no_environments(cloud: RunningCloud) -> None:
    cloud.state.withdraw(cloud.gateway_id, cloud.state.gateways()[0].environment_id)
    assert patient_client(cloud).environments(cloud.credential) == []


def test_a_revoked_credential_is_invalid(cloud: RunningCloud) -> None:
    cloud.state.revoke(cloud.credential_id)
    client = patient_client(cloud)
    assert client.check_credential(cloud.credential).status is CredentialStatus.INVALID
    with pytest.raises(CredentialRefused):
        client.environments(cloud.credential)


def test_a_revoked_credential_differs_from_a_forged_one(cloud: RunningCloud) -> None:
    issued = {"gatewayId": cloud.gateway_id, "environmentId": cloud.state.gateways()[0].environment_id}
    with pytest.raises(CredentialRefused, match="was not issued there") as forgery:
        patient_client(cloud).verify(forged(jti=cloud.credential_id, **issued))
    assert not isinstance(forgery.value, CredentialRevoked)
    cloud.state.revoke(cloud.credential_id)
    with pytest.raises(CredentialRevoked, match="it was revoked"):
        patient_client(cloud).verify(cloud.credential)


@pytest.mark.parametrize("key_set", [b"{}", b"[]", b"[" * 100_000, b'{"keys":[{"kty":"RSA"}]}', b'{"keys":7}', b"x"])
def test_an_invalid_key_set_keeps_the_refusal(key_set: bytes) -> None:
    refusal = http_answer(b'{"error":"invalid_request"}', status="400 Bad Request")
    with answering(refusal, http_answer(key_set)) as service, pytest.raises(CredentialRefused) as refused:
        client_of(service.url).verify(STRANGER)
    assert not isinstance(refused.value, CredentialRevoked)


def test_a_call_ends_in_time_however_many_pages_there_are() -> None:
    page = b'{"_embedded":{"environments":[]},"_links":{"next":{"href":"?cursor=x"}}}'
    moments = iter(float(second) for second in range(1000))
    timeouts = HttpTimeouts(connect=1.0, read=1.0, total=100.0, conversation=10.0)
    with answering(TOKEN, http_answer(page)) as service:
        regions = Regions.from_addresses({"NA": service.url})
        client = CloudClient(open_http, regions, timeouts, monotonic=lambda: next(moments))
        with pytest.raises(CloudTimedOut):
            client.environments(STRANGER)
        assert 1 < len(service.requests) < 10


def test_a_region_without_free_calls_is_not_called() -> None:
    gate = RequestLimit(places=1)
    with answering() as service, gate.enter("NA"):
        client = CloudClient(open_http, Regions.from_addresses({"NA": service.url}), QUICK, gate)
        with pytest.raises(CloudBusy, match="Try again"):
            client.environments(STRANGER)
        assert client.check_credential(STRANGER).status is CredentialStatus.UNKNOWN
        assert service.requests == []


def test_a_wrong_signature_is_invalid(cloud: RunningCloud) -> None:
    head, payload, signature = cloud.credential.split(".")
    for text in (
        f"{head}.{payload}.{signature[:-6]}AAAAAA",
        f"{head}.{payload}.AA",
        forged(
            jti=cloud.credential_id,
            gatewayId=cloud.gateway_id,
            environmentId=cloud.state.gateways()[0].environment_id,
        ),
    ):
        assert patient_client(cloud).check_credential(text).status is CredentialStatus.INVALID


def test_a_credential_of_another_organization_is_invalid(cloud: RunningCloud, tmp_path: Path) -> None:
    with running_cloud(tmp_path / "other") as other:
        assert patient_client(cloud).check_credential(other.credential).status is CredentialStatus.INVALID


def test_a_malformed_credential_is_invalid_without_a_call() -> None:
    with answering() as service:
        assert client_of(service.url).check_credential("not.a.credential").status is CredentialStatus.INVALID
        assert service.requests == []


def test_an_unknown_region_is_reported_without_a_call() -> None:
    with answering() as service:
        client = client_of(service.url, region="EU")
        assert client.check_credential(STRANGER).status is CredentialStatus.UNKNOWN
        with pytest.raises(UnknownRegion, match=r"EU\.$"):
            client.verify(STRANGER)
        assert service.requests == []


def test_an_unreachable_region_has_an_unknown_status() -> None:
    with bound_socket() as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        assert client_of(url).check_credential(STRANGER).status is CredentialStatus.UNKNOWN
        with pytest.raises(CloudUnreachable) as caught:
            client_of(url).verify(STRANGER)
    assert "ConnectError" in caught.value.detail


def test_silence_ends_with_the_read_timeout() -> None:
    with answering(None) as service:
        with pytest.raises(CloudUnreachable, match="in time"):
            client_of(service.url).verify(STRANGER)
        assert client_of(service.url).check_credential(STRANGER).status is CredentialStatus.UNKNOWN
        assert len(service.requests) == 2


def test_a_token_that_the_management_interface_refuses_is_a_refusal() -> None:
    answers = (TOKEN, http_answer(b"", status="401 Unauthorized"))
    with answering(*answers) as service, pytest.raises(CredentialRefused):
        client_of(service.url).environments(STRANGER)


def test_the_two_interfaces_may_be_on_two_hosts() -> None:
    page = http_answer(b'{"_embedded":{"environments":[]}}', kind="application/hal+json;charset=UTF-8")
    with answering(TOKEN) as authentication, answering(page) as management:
        regions = Regions.from_addresses({"NA": f"{management.url}/api/v1|{authentication.url}/auth"})
        assert CloudClient(open_http, regions, QUICK).environments(STRANGER) == []
        assert authentication.requests[0].startswith(b"POST /auth/")
        assert management.requests[0].startswith(b"GET /api/v1/environments?limit=500 ")
        assert b"\r\nAuthorization: Bearer abc\r\n" in management.requests[0]


def test_an_environments_proxy_is_not_used(cloud: RunningCloud, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        assert patient_client(cloud).check_credential(cloud.credential).status is CredentialStatus.VALID
        assert proxy.requests == []


def test_the_certificate_is_verified(tmp_path: Path) -> None:
    certificate, key = _self_signed(tmp_path)
    with running_cloud(tmp_path / "data", ssl_certfile=certificate, ssl_keyfile=key) as cloud:
        regions = Regions.from_addresses({"NA": cloud.url})
        with pytest.raises(CloudUnreachable) as caught:
            CloudClient(open_http, regions).verify(cloud.credential)
        assert "CERTIFICATE_VERIFY_FAILED" in caught.value.detail
        trusting = partial(open_http, ca_file=certificate)
        assert CloudClient(trusting, regions).check_credential(cloud.credential).status is CredentialStatus.VALID


FAILING: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: text + "A" * 20_000,
    lambda text: text.replace(".", "!"),
    lambda text: text.partition(".")[2] + ".x",
]


@pytest.mark.parametrize("change", FAILING)
def test_no_error_and_no_log_line_contains_a_credential(
    change: Callable[[str], str], caplog: pytest.LogCaptureFixture
) -> None:
    text = change(STRANGER)
    with caplog.at_level(logging.DEBUG), answering(http_answer(text.encode(), status="500 Oops")) as service:
        with pytest.raises(CloudFailure) as caught:
            client_of(service.url).verify(text)
        for secret in STRANGER.split("."):
            assert secret not in repr(caught.value) + caught.value.detail + caplog.text
    # An error report would show chained exceptions, which hold the request and its payload.
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_a_malformed_credential_is_reported_as_such_to_the_console() -> None:
    with pytest.raises(MalformedCredential, match="environmentId"):
        client_of("http://127.0.0.1:1").verify(forged(environmentId="here"))


def _self_signed(folder: Path) -> tuple[Path, Path]:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cloud")])
    now = datetime.now(UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, private.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(private, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    pem = folder / "cloud.pem"
    pem.write_bytes(certificate.public_bytes(encoding))
    key = folder / "cloud.key"
    plain = serialization.NoEncryption()
    key.write_bytes(private.private_bytes(encoding, serialization.PrivateFormat.PKCS8, plain))
    assert ssl.create_default_context(cafile=pem).get_ca_certs()
    return pem, key
