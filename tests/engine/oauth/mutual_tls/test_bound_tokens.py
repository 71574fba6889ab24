"""Access tokens that are bound to a client certificate (RFC 8705, sections 3 and 4)."""

from typing import Any

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import INTROSPECTION_PATH
from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from tests.engine.oauth.mutual_tls.conftest import HEADER
from tests.engine.oauth.token.deployment import (
    CALLBACK,
    CHALLENGE,
    VERIFIER,
    Application,
    Deployment,
    reference_manager,
    refused,
    user_mapping,
)
from tests.support.client_certificates import Authority, Certified, self_signed
from tests.support.mappings import oidc_policy

BOUND = {"tlsClientCertificateBoundAccessTokens": True}
OPENID = {"scopes": ("openid",)}


@pytest.fixture(scope="module")
def certificate() -> Certified:
    return self_signed("native")


class NativeClient:
    """A public client with a certificate, which does not have to be registered (section 4)."""

    def __init__(self, deployment: Deployment, **more: Any) -> None:
        self.deployment = deployment
        self.application = Application(deployment, "native", clientAuth={"type": "NONE"}, **{**BOUND, **more})

    def send(self, certificate: Certified | None, form: dict[str, str]) -> httpx.Response:
        headers = {} if certificate is None else {HEADER: certificate.apache()}
        return self.deployment.token({"client_id": "native", **form}, **headers)

    def redeem(self, certificate: Certified | None, **changes: Any) -> httpx.Response:
        code = self.application.code(code_challenge=CHALLENGE, code_challenge_method="S256", **changes)
        form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER, "code": code}
        return self.send(certificate, form)

    def refresh(self, certificate: Certified | None, token: str) -> httpx.Response:
        return self.send(certificate, {"grant_type": "refresh_token", "refresh_token": token})

    def user_info(self, certificate: Certified | None, token: str) -> httpx.Response:
        headers = {} if certificate is None else {HEADER: certificate.apache()}
        return self.deployment.engine.get(USERINFO_PATH, Authorization=f"Bearer {token}", **headers)


@pytest.fixture
def native(deployment: Deployment) -> NativeClient:
    deployment.add(OIDC_POLICIES, oidc_policy())
    deployment.add(OIDC_SETTINGS, {"defaultPolicyRef": {"id": oidc_policy()["id"]}})
    return NativeClient(deployment)


def test_a_token_names_the_certificate_that_it_is_bound_to(native: NativeClient, certificate: Certified) -> None:
    answer = native.redeem(certificate).json()
    assert answer["token_type"] == "Bearer"
    assert read_compact(answer["access_token"]).claims()["cnf"] == {"x5t#S256": certificate.thumbprint}


def test_without_a_certificate_no_token_is_issued(native: NativeClient) -> None:
    refused(native.redeem(None), 400, "invalid_request")


def test_tokens_are_bound_only_if_the_client_is_configured_so(native: NativeClient, certificate: Certified) -> None:
    native.application.save(clientAuth={"type": "NONE"}, tlsClientCertificateBoundAccessTokens=False)
    assert "cnf" not in read_compact(native.redeem(certificate).json()["access_token"]).claims()


def test_userinfo_accepts_a_bound_token_with_its_certificate_only(native: NativeClient, certificate: Certified) -> None:
    token = native.redeem(certificate, **OPENID).json()["access_token"]
    assert native.user_info(certificate, token).status_code == 200
    for other in (None, self_signed("native")):
        answer = native.user_info(other, token)
        assert answer.status_code == 401
        assert 'error="invalid_token"' in answer.headers["www-authenticate"]


def test_a_refresh_token_of_a_public_client_is_bound_and_others_are_not(
    native: NativeClient, certificate: Certified, root: Authority
) -> None:
    token = native.redeem(certificate).json()["refresh_token"]
    renewed = self_signed("native")
    refused(native.refresh(renewed, token), 400, "invalid_grant")
    refused(native.refresh(None, token), 400, "invalid_request")
    answer = native.refresh(certificate, token)
    assert answer.status_code == 200
    assert read_compact(answer.json()["access_token"]).claims()["cnf"] == {"x5t#S256": certificate.thumbprint}
    # Disabling the setting does not remove the binding of issued tokens.
    native.application.save(clientAuth={"type": "NONE"}, tlsClientCertificateBoundAccessTokens=False)
    token = answer.json().get("refresh_token", token)
    refused(native.refresh(None, token), 400, "invalid_grant")
    assert native.refresh(certificate, token).status_code == 200


def test_a_confidential_client_can_refresh_with_a_renewed_certificate(deployment: Deployment, root: Authority) -> None:
    auth = {"type": "CERTIFICATE", "clientCertSubjectDn": "CN=web,O=Example"}
    application = Application(deployment, "web", clientAuth=auth, **BOUND)
    old, new = root.issue("web"), root.issue("web")
    form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER, "client_id": "web"}
    code = application.code(code_challenge=CHALLENGE, code_challenge_method="S256")
    first = deployment.token({**form, "code": code}, SSL_CLIENT_CERT=old.apache()).json()
    refresh = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"], "client_id": "web"}
    second = deployment.token(refresh, SSL_CLIENT_CERT=new.apache()).json()
    bindings = [read_compact(each["access_token"]).claims()["cnf"]["x5t#S256"] for each in (first, second)]
    assert bindings == [old.thumbprint, new.thumbprint]


def test_introspection_returns_the_binding_of_a_reference_token(deployment: Deployment, certificate: Certified) -> None:
    deployment.add(MANAGERS, reference_manager(1))
    deployment.add(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-1"}})
    native = NativeClient(deployment)
    deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(0, 1))
    authorization = deployment.add_service("api", "ACCESS_TOKEN_VALIDATION")
    token = native.redeem(certificate).json()["access_token"]
    answer = deployment.engine.post(INTROSPECTION_PATH, {"token": token}, Authorization=authorization).json()
    # The resource server compares the certificate itself (section 3.2), so introspection requires none.
    assert (answer["active"], answer["cnf"]) == (True, {"x5t#S256": certificate.thumbprint})
