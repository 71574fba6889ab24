"""Revoked client certificates: checked with OCSP responders and revocation lists, and refused if that fails."""

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import ocsp

from hanse.kit.errors import ValidationFailed
from hanse.resources.security.certificate_revocation.resource import OCSP_CERTIFICATES, REVOCATION_SETTINGS
from tests.engine.oauth.mutual_tls.test_client_authentication import SUBJECT, request_token
from tests.engine.oauth.token.deployment import Deployment, refused
from tests.engine.scripted_network import PlannedOutgoing
from tests.support.client_certificates import Authority, Certified, self_signed
from tests.support.revocation import HOUR, LIST, RESPONDER, Responder, revocation_list, with_list, with_responder

REVOKED = ocsp.OCSPCertStatus.REVOKED
UNKNOWN = ocsp.OCSPCertStatus.UNKNOWN
Configure = Callable[..., None]


@pytest.fixture
def outgoing(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> PlannedOutgoing:
    planned = PlannedOutgoing()
    for name in ("get", "post"):
        monkeypatch.setattr(deployment.engine.services.outgoing, name, getattr(planned, name))
    deployment.add_service("batch", **SUBJECT)
    return planned


@pytest.fixture
def configure(deployment: Deployment) -> Configure:
    def save(**settings: Any) -> None:
        deployment.add(REVOCATION_SETTINGS, settings)

    return save


@pytest.fixture
def batch(root: Authority) -> Certified:
    return root.issue(extensions=[with_responder(), with_list()])


def is_accepted(deployment: Deployment, certificate: Certified) -> bool:
    answer = request_token(deployment, certificate)
    if answer.status_code != 200:
        refused(answer, 401, "invalid_client")
    return answer.status_code == 200


def test_without_settings_nothing_is_requested(
    deployment: Deployment, outgoing: PlannedOutgoing, batch: Certified
) -> None:
    assert is_accepted(deployment, batch)
    assert outgoing.fetched == []


@pytest.mark.parametrize("group", ["ocspSettings", "crlSettings"])
def test_a_group_can_be_switched_off(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, batch: Certified, group: str
) -> None:
    configure(**{group: {"enabled": False}})
    assert is_accepted(deployment, batch)
    configure(**{group: {"enabled": True}})
    assert not is_accepted(deployment, batch)


def test_a_certificate_is_accepted_until_its_responder_reports_it_as_revoked(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority, batch: Certified
) -> None:
    configure(ocspSettings={})
    responder = outgoing.responders[RESPONDER] = Responder(root, [batch])
    assert is_accepted(deployment, batch)
    assert is_accepted(deployment, batch)
    assert outgoing.fetched == [RESPONDER]
    responder.states[batch.certificate.serial_number] = REVOKED
    # The answer is used until its next update.
    assert is_accepted(deployment, batch)
    deployment.engine.clock.advance(minutes=61)
    responder.now = deployment.engine.clock.now()
    assert not is_accepted(deployment, batch)


def test_saved_settings_apply_at_once(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority, batch: Certified
) -> None:
    outgoing.responders[RESPONDER] = Responder(root, [batch], states={batch.certificate.serial_number: REVOKED})
    configure(ocspSettings={"actionOnResponderUnavailable": "CONTINUE"})
    assert not is_accepted(deployment, batch)
    configure()
    assert is_accepted(deployment, batch)


@pytest.mark.parametrize(
    ("member", "state", "status"),
    [
        ("actionOnResponderUnavailable", None, 503),
        ("actionOnResponderUnavailable", None, None),
        ("actionOnStatusUnknown", UNKNOWN, 200),
        ("actionOnUnsuccessfulResponse", None, 200),
    ],
)
def test_each_failure_has_its_action_and_is_refused_by_default(
    deployment: Deployment,
    outgoing: PlannedOutgoing,
    configure: Configure,
    root: Authority,
    batch: Certified,
    member: str,
    state: ocsp.OCSPCertStatus | None,
    status: int | None,
) -> None:
    if state is not None:
        outgoing.responders[RESPONDER] = Responder(root, [batch], states={batch.certificate.serial_number: state})
    elif status is not None:
        unsuccessful = ocsp.OCSPResponseBuilder.build_unsuccessful(ocsp.OCSPResponseStatus.INTERNAL_ERROR)
        outgoing.responders[RESPONDER] = lambda _data: (status, unsuccessful.public_bytes(Encoding.DER))
    configure(ocspSettings={})
    assert not is_accepted(deployment, batch)
    others = ("actionOnResponderUnavailable", "actionOnStatusUnknown", "actionOnUnsuccessfulResponse")
    configure(ocspSettings=dict.fromkeys(set(others) - {member}, "CONTINUE"))
    assert not is_accepted(deployment, batch)
    configure(ocspSettings={member: "CONTINUE"})
    assert is_accepted(deployment, batch)
    outgoing.documents[LIST] = (200, revocation_list(root))
    configure(ocspSettings={member: "FAILOVER"}, crlSettings={})
    assert is_accepted(deployment, batch)
    outgoing.documents[LIST] = (200, revocation_list(root, batch))
    configure(ocspSettings={member: "FAILOVER"}, crlSettings={"nextRetryMinsWhenResolveFailed": 1})
    assert not is_accepted(deployment, batch)


def test_a_forged_answer_is_refused_whatever_the_actions(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority, batch: Certified
) -> None:
    outgoing.responders[RESPONDER] = Responder(root, [batch], signer=root.issue("not a responder"))
    actions = ("actionOnResponderUnavailable", "actionOnStatusUnknown", "actionOnUnsuccessfulResponse")
    configure(ocspSettings=dict.fromkeys(actions, "CONTINUE"))
    assert not is_accepted(deployment, batch)


def test_a_failure_is_kept_for_seconds(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority, batch: Certified
) -> None:
    configure(ocspSettings={})
    assert not is_accepted(deployment, batch)
    assert not is_accepted(deployment, batch)
    assert outgoing.fetched == [RESPONDER]
    outgoing.responders[RESPONDER] = Responder(root, [batch])
    deployment.engine.clock.advance(seconds=11)
    assert is_accepted(deployment, batch)


def test_the_configured_responder_and_its_certificate_apply_to_all_certificates(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority
) -> None:
    without = root.issue()
    own, address = self_signed("responder"), "https://ocsp.bank.example/"
    deployment.add(OCSP_CERTIFICATES, {"id": "responder", "certificate": own.base64})
    configure(
        ocspSettings={
            "responderUrl": address,
            "responderCertReference": {"id": "responder"},
            "requesterAddNonce": True,
        }
    )
    responder = outgoing.responders[address] = Responder(root, [without], signer=own)
    assert is_accepted(deployment, without)
    (request,) = responder.requests
    assert len(request.extensions) == 1
    responder.signer = None
    deployment.engine.clock.advance(minutes=61)
    responder.now = deployment.engine.clock.now()
    assert not is_accepted(deployment, without)


def test_every_certificate_below_the_trusted_authority_is_checked(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority
) -> None:
    issuing = root.intermediate(extensions=[with_list()])
    address = "http://crl.example.com/issuing.crl"
    leaf = issuing.issue(extensions=[with_list(address)])
    outgoing.documents = {LIST: (200, revocation_list(root)), address: (200, revocation_list(issuing))}
    configure(crlSettings={})
    assert is_accepted(deployment, leaf)
    assert set(outgoing.fetched) == {LIST, address}
    outgoing.documents[LIST] = (200, revocation_list(root, issuing))
    configure(crlSettings={"nextRetryMinsWhenResolveFailed": 1})
    assert not is_accepted(deployment, leaf)


def test_a_list_is_used_until_its_next_update(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority, batch: Certified
) -> None:
    outgoing.documents[LIST] = (200, revocation_list(root))
    configure(crlSettings={})
    assert is_accepted(deployment, batch)
    outgoing.documents[LIST] = (200, revocation_list(root, batch, now=deployment.engine.clock.now() + HOUR))
    deployment.engine.clock.advance(minutes=59)
    assert is_accepted(deployment, batch)
    deployment.engine.clock.advance(minutes=2)
    assert not is_accepted(deployment, batch)
    assert outgoing.fetched == [LIST, LIST]


@pytest.mark.parametrize("document", [None, (404, b""), (200, b"no list"), "outdated", "forged"])
def test_without_a_usable_list_the_setting_decides(
    deployment: Deployment,
    outgoing: PlannedOutgoing,
    configure: Configure,
    root: Authority,
    batch: Certified,
    document: Any,
) -> None:
    if document == "outdated":
        document = 200, revocation_list(root, now=deployment.engine.clock.now() - 2 * HOUR)
    elif document == "forged":
        document = 200, revocation_list(root, signer=self_signed("Root"))
    if document is not None:
        outgoing.documents[LIST] = document
    configure(crlSettings={})
    assert not is_accepted(deployment, batch)
    configure(crlSettings={"treatNonRetrievableCrlAsRevoked": False})
    assert is_accepted(deployment, batch)


def test_settings_without_an_effect_are_refused(configure: Configure) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        configure(ocspSettings={"actionOnStatusUnknown": "FAILOVER"})
    assert [each.field_path for each in refusal.value.errors] == ["ocspSettings.actionOnStatusUnknown"]
    with pytest.raises(ValidationFailed) as refusal:
        configure(crlSettings={"verifyCrlSignature": False})
    assert [each.field_path for each in refusal.value.errors] == ["crlSettings.verifyCrlSignature"]
    for unusable in ({"ocspSettings": {"responderUrl": "ldap://a.example"}}, {"proxySettings": {"host": "a"}}):
        with pytest.raises(ValidationFailed):
            configure(**unusable)


def test_the_certificate_of_the_responder_cannot_be_deleted_while_it_is_used(
    deployment: Deployment, configure: Configure
) -> None:
    deployment.add(OCSP_CERTIFICATES, {"id": "responder", "certificate": self_signed("responder").base64})
    configure(ocspSettings={"responderCertReference": {"id": "responder"}})
    with deployment.engine.core.configuration.reading() as view:
        (usage,) = view.used_by(OCSP_CERTIFICATES, "responder")
    assert (usage.kind, usage.path) == ("certificates/revocation/settings", "ocspSettings.responderCertReference")


def test_requests_go_through_the_proxy(
    deployment: Deployment, outgoing: PlannedOutgoing, configure: Configure, root: Authority, batch: Certified
) -> None:
    outgoing.responders[RESPONDER] = Responder(root, [batch], states={batch.certificate.serial_number: UNKNOWN})
    outgoing.documents[LIST] = (200, revocation_list(root))
    proxy = {"host": "proxy.example.com", "port": 3128}
    configure(ocspSettings={"actionOnStatusUnknown": "FAILOVER"}, crlSettings={}, proxySettings=proxy)
    assert is_accepted(deployment, batch)
    assert outgoing.fetched == [RESPONDER, LIST]
    assert outgoing.proxies == ["http://proxy.example.com:3128"] * 2
    configure(ocspSettings={"actionOnStatusUnknown": "FAILOVER"}, crlSettings={})
    assert is_accepted(deployment, batch)
    assert outgoing.proxies[2:] == ["", ""]
