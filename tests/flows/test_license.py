"""The license over HTTP: import, refusals, warnings, the license agreement and licensed features."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hanse.ops.license.issuing import issue_license
from tests.flows.calls import ISW, license_file
from tests.flows.server import API, Client, FlowServer
from tests.ops.license.licenses import FULL, KEY, NOW, STRANGER, changed, signed_claims

LICENSE = f"{API}/license"
VALIDATE = f"{API}/internal/license/validate"
TOO_LARGE = "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again."


def as_file(data: bytes) -> dict[str, str]:
    return {"fileData": base64.b64encode(data).decode()}


def with_changed_character(data: bytes) -> bytes:
    header, payload, signature = data.decode().strip().split(".")
    position = len(payload) // 2
    other = "A" if payload[position] != "A" else "B"
    return f"{header}.{payload[:position]}{other}{payload[position + 1 :]}.{signature}".encode()


REFUSALS = [
    ("license_signature_invalid", with_changed_character(issue_license(FULL, KEY))),
    ("license_signer_unknown", issue_license(FULL, STRANGER)),
    ("license_expired", issue_license(changed(expiration_date=NOW - timedelta(seconds=1)), KEY)),
    ("license_not_yet_in_effect", issue_license(changed(issue_date=NOW + timedelta(days=1)), KEY)),
    ("license_product_mismatch", issue_license(changed(product="Another"), KEY)),
    ("license_version_mismatch", issue_license(changed(version="2"), KEY)),
    ("license_claims_invalid", signed_claims('{"product": "Hanse", "version": "1"}')),
    ("license_file_damaged", b"no license at all"),
    ("license_file_damaged", issue_license(FULL, KEY)[:-40]),
    ("license_file_damaged", b"\x00\xff" * 100),
    ("license_file_too_large", b"x" * 51_201),
    ("license_file_too_large", b"x" * 60 * 1024),
    ("license_file_too_large", b"x" * 700 * 1024),
]


@pytest.fixture(scope="module")
def shared_admin(shared_server: FlowServer) -> Client:
    """A client of the shared server, for tests that do not affect others."""
    return shared_server.client().sign_in()


def test_a_new_installation_has_an_evaluation_license(server: FlowServer) -> None:
    wizard = server.local()
    license_ = wizard.get(LICENSE).json()
    assert (license_["name"], license_["tier"]) == ("Evaluation", "FREE")
    assert license_["usedConnections"] == 0
    assert license_["expirationDate"] == "2026-12-21T08:30:00.000Z"
    assert wizard.get(f"{ISW}/validateCurrentLicense").json()["id"] == license_["id"]


def test_the_evaluation_license_expires(server: FlowServer) -> None:
    server.clock.advance(days=31)
    answer = server.local().get(f"{ISW}/validateCurrentLicense")
    assert answer.status_code == 422
    assert answer.json()["validationErrors"][0]["errorId"] == "license_expired"
    assert server.local().get(LICENSE).status_code == 200


def test_an_imported_license_applies(admin: Client, server: FlowServer) -> None:
    imported = admin.put(LICENSE, license_file())
    assert imported.status_code == 200
    read = admin.get(LICENSE)
    assert read.json() == imported.json()
    assert read.headers["ETag"] == imported.headers["ETag"]
    assert read.json() | {"organization": "Example Ltd", "maxConnections": 50, "nodeLimit": 4} == read.json()
    assert server.core.license.max_connections == 50
    revision = server.revision()
    assert admin.put(LICENSE, license_file()).status_code == 200
    assert server.revision() == revision


@pytest.mark.parametrize(("error_id", "data"), REFUSALS)
def test_each_refusal_has_its_own_result_id(
    shared_admin: Client, shared_server: FlowServer, error_id: str, data: bytes
) -> None:
    before = (shared_admin.get(LICENSE).json(), shared_server.revision())
    for method, path in (("POST", VALIDATE), ("PUT", LICENSE)):
        answer = shared_admin.request(method, path, as_file(data))
        assert answer.status_code == 422
        findings = answer.json()["validationErrors"]
        assert {(each["errorId"], each["fieldPath"]) for each in findings} == {(error_id, "fileData")}
    assert (shared_admin.get(LICENSE).json(), shared_server.revision()) == before


def test_the_wizard_gets_the_same_answer(server: FlowServer) -> None:
    texts = set()
    for error_id, data in REFUSALS:
        answer = server.local().post(f"{ISW}/validateLicense", as_file(data))
        assert answer.status_code == 422
        texts |= {(error_id, each["message"]) for each in answer.json()["validationErrors"]}
    assert ("license_file_too_large", TOO_LARGE) in texts
    assert len({message for _, message in texts}) >= len({error_id for error_id, _ in REFUSALS})


def test_a_file_that_is_not_base64_is_refused(shared_admin: Client) -> None:
    answer = shared_admin.put(LICENSE, {"fileData": "*"})
    assert answer.json()["validationErrors"][0]["message"] == "The license file is not encoded in base64."


def test_the_largest_file_is_read(shared_admin: Client) -> None:
    # 51,200 bytes are within the limit, although the file is not a license.
    answer = shared_admin.put(LICENSE, as_file(b"x" * 51_200))
    assert answer.json()["validationErrors"][0]["errorId"] == "license_file_damaged"


def test_a_worse_license_causes_warnings_and_can_be_imported(admin: Client) -> None:
    admin.put(LICENSE, license_file())
    worse = changed(
        oauth_enabled=False,
        ws_trust_enabled=False,
        provisioning_enabled=False,
        expiration_date=datetime(2026, 12, 1, tzinfo=UTC),
        max_connections=1,
        node_limit=1,
    )
    validated = admin.post(VALIDATE, license_file(worse))
    assert validated.status_code == 200
    assert [each["code"] for each in validated.json()["warnings"]] == [
        "OAUTH_DISABLED",
        "WS_TRUST_DISABLED",
        "PROVISIONING_DISABLED",
        "EXPIRES_EARLIER",
        "CONNECTION_LIMIT_LOWERED",
        "NODE_LIMIT_LOWERED",
    ]
    assert admin.get(LICENSE).json()["maxConnections"] == 50
    assert admin.put(LICENSE, license_file(worse)).status_code == 200
    assert admin.get(LICENSE).json()["maxConnections"] == 1


def test_a_concurrent_import_is_detected(admin: Client) -> None:
    etag = admin.get(LICENSE).headers["ETag"]
    assert admin.put(LICENSE, license_file(), headers={"If-Match": etag}).status_code == 200
    answer = admin.put(LICENSE, license_file(changed(max_connections=7)), headers={"If-Match": etag})
    assert answer.status_code == 409
    assert answer.json()["current"]["maxConnections"] == 50


def test_a_license_of_another_installation_is_refused(admin: Client, server: FlowServer) -> None:
    # Each installation signs its evaluation license with a new key, which it discards.
    record = server.core.configuration
    with record.reading() as view:
        stored = server.core.license.current(view)
    assert stored.license is not None
    foreign = issue_license(stored.license, STRANGER)
    assert admin.put(LICENSE, as_file(foreign)).json()["validationErrors"][0]["errorId"] == "license_signer_unknown"


def test_the_terms_are_accepted_once(server: FlowServer) -> None:
    wizard = server.local()
    agreement = wizard.get(f"{LICENSE}/agreement")
    assert agreement.json() == {"licenseAgreementUrl": "/pf-admin-api/license-agreement", "accepted": False}
    assert "Apache" in wizard.get(agreement.json()["licenseAgreementUrl"], headers={"X-XSRF-Header": None}).text
    assert wizard.put(f"{LICENSE}/agreement", {"accepted": True}).json()["accepted"] is True
    revision = server.revision()
    assert wizard.put(f"{LICENSE}/agreement", {"accepted": True}).json()["accepted"] is True
    assert server.revision() == revision
    assert wizard.get(f"{LICENSE}/agreement").json()["accepted"] is True


@pytest.mark.parametrize(
    ("claims", "roles", "field"),
    [
        ({"oauth_enabled": False}, {"oauthRole": {"enableOauth": True}}, "oauthRole.enableOauth"),
        ({"ws_trust_enabled": False}, {"idpRole": {"enableWsTrust": True}}, "idpRole.enableWsTrust"),
        ({"ws_trust_enabled": False}, {"spRole": {"enableWsTrust": True}}, "spRole.enableWsTrust"),
        (
            {"provisioning_enabled": False},
            {"idpRole": {"enableOutboundProvisioning": True}},
            "idpRole.enableOutboundProvisioning",
        ),
        (
            {"provisioning_enabled": False},
            {"spRole": {"enableInboundProvisioning": True}},
            "spRole.enableInboundProvisioning",
        ),
    ],
)
def test_features_without_license_cannot_be_enabled(shared_admin: Client, claims: Any, roles: Any, field: str) -> None:
    shared_admin.put(LICENSE, license_file(changed(**claims)))
    answer = shared_admin.put(f"{API}/serverSettings", {"rolesAndProtocols": roles})
    assert answer.status_code == 422
    assert answer.json()["validationErrors"] == [
        {
            "errorId": "license_feature_missing",
            "message": "The license does not include this.",
            "fieldPath": f"rolesAndProtocols.{field}",
        }
    ]
    shared_admin.put(LICENSE, license_file())
    assert shared_admin.put(f"{API}/serverSettings", {"rolesAndProtocols": roles}).status_code == 200
    # A license with fewer features does not prevent other settings from being saved.
    shared_admin.put(LICENSE, license_file(changed(**claims)))
    changed_settings = {"rolesAndProtocols": roles, "contactInfo": {"company": "Kontor"}}
    assert shared_admin.put(f"{API}/serverSettings", changed_settings).status_code == 200


def test_the_stored_file_equals_the_imported_one(admin: Client, server: FlowServer) -> None:
    data = b"\xef\xbb\xbf" + issue_license(FULL, KEY) + b"\r\n"
    assert admin.put(LICENSE, as_file(data)).status_code == 200
    with server.core.configuration.reading() as view:
        held = server.core.license.current(view)
    assert held.license == FULL
