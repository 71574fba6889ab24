"""Clients that authenticate with TLS certificates (RFC 8705, section 2)."""

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from hanse.config.declare.resource import Resource
from hanse.config.store.schema import document
from hanse.engine.oauth.paths import INTROSPECTION_PATH, REVOCATION_PATH
from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.security.certificate_groups import OAUTH_CLIENT_CAS, PARTNER_CAS
from hanse.resources.security.incoming_proxy import INCOMING_PROXY
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.engine.oauth.mutual_tls.conftest import HEADER
from tests.engine.oauth.token.deployment import Deployment, refused, service
from tests.engine.server import DISCOVERY
from tests.support.client_certificates import Authority, Certified, authority, self_signed

FORM = {"grant_type": "client_credentials", "client_id": "batch"}
SUBJECT = {"clientAuth": {"type": "CERTIFICATE", "clientCertSubjectDn": "CN=batch, O=Example"}}


def request_token(deployment: Deployment, certificate: Certified | None, **form: str) -> httpx.Response:
    """Request a token with a certificate that the proxy forwards."""
    headers = {} if certificate is None else {HEADER: certificate.apache()}
    if certificate is not None and certificate.others:
        others = "".join(Certified(each, certificate.key).apache() for each in certificate.others)
        headers[f"{HEADER}_CHAIN"] = others
    return deployment.token({**FORM, **form}, **headers)


def registered(*certificates: Certified) -> dict[str, Any]:
    """Return the settings of a client with registered certificates."""
    jwks = json.dumps({"keys": [each.jwk for each in certificates]})
    return {"clientAuth": {"type": "CERTIFICATE"}, "jwksSettings": {"jwks": jwks}}


def test_a_client_authenticates_with_the_subject_that_is_configured(deployment: Deployment, root: Authority) -> None:
    deployment.add_service("batch", **SUBJECT)
    assert request_token(deployment, root.issue()).status_code == 200
    # A renewed certificate has the same subject.
    assert request_token(deployment, root.issue()).status_code == 200
    assert request_token(deployment, root.intermediate().issue()).status_code == 200
    for wrong in (root.issue("other"), authority().issue(), self_signed("batch"), root.issue(days=-1), None):
        refused(request_token(deployment, wrong), 401, "invalid_client")
    # The parameter `client_id` is required (section 2).
    refused(
        deployment.token({"grant_type": "client_credentials"}, SSL_CLIENT_CERT=root.issue().apache()),
        401,
        "invalid_client",
    )


def test_a_client_with_a_configured_issuer_accepts_no_other_issuer(deployment: Deployment, root: Authority) -> None:
    other, issuing = authority("Other"), root.intermediate()
    deployment.add(TRUSTED_CAS, {"certificate": other.base64})
    auth = {**SUBJECT["clientAuth"], "clientCertIssuerDn": "cn=Issuing,o=Example"}
    deployment.add_service("batch", clientAuth=auth)
    assert request_token(deployment, issuing.issue()).status_code == 200
    for wrong in (root.issue(), other.issue(), other.intermediate("Other issuing").issue()):
        refused(request_token(deployment, wrong), 401, "invalid_client")


def test_a_removed_authority_is_no_longer_trusted(deployment: Deployment, root: Authority) -> None:
    deployment.add_service("batch", **SUBJECT)
    certificate = root.issue()
    assert request_token(deployment, certificate).status_code == 200
    delete_all(deployment, TRUSTED_CAS)
    refused(request_token(deployment, certificate), 401, "invalid_client")


def test_a_group_of_authorities_replaces_the_trusted_ones(deployment: Deployment, root: Authority) -> None:
    own, partners = authority("Clients"), authority("Partners")
    deployment.add_service("batch", **SUBJECT)
    assert request_token(deployment, root.issue()).status_code == 200
    deployment.add(PARTNER_CAS, {"certificate": partners.base64})
    # The group of another purpose neither restricts clients nor lets them in.
    assert request_token(deployment, root.issue()).status_code == 200
    refused(request_token(deployment, partners.issue()), 401, "invalid_client")
    deployment.add(OAUTH_CLIENT_CAS, {"certificate": own.base64})
    assert request_token(deployment, own.issue()).status_code == 200
    for wrong in (root.issue(), partners.issue()):
        refused(request_token(deployment, wrong), 401, "invalid_client")
    delete_all(deployment, OAUTH_CLIENT_CAS)
    refused(request_token(deployment, own.issue()), 401, "invalid_client")
    assert request_token(deployment, root.issue()).status_code == 200


def test_a_group_that_cannot_be_read_accepts_nobody(deployment: Deployment, root: Authority) -> None:
    deployment.add_service("batch", **SUBJECT)
    deployment.add(OAUTH_CLIENT_CAS, {"certificate": authority("Clients").base64})
    with deployment.engine.core.configuration.database.writing() as connection:
        damaged = update(document).where(document.c.kind == OAUTH_CLIENT_CAS.kind)
        connection.execute(damaged.values(body='{"id": "x", "certificate": "AAAA"}'))
    # Any change of the kind builds the part again.
    deployment.add(TRUSTED_CAS, {"certificate": authority("Other").base64})
    refused(request_token(deployment, root.issue()), 401, "invalid_client")


def delete_all(deployment: Deployment, resource: Resource[Any]) -> None:
    from hanse.config.change.write_transaction import Author  # noqa: PLC0415 - for this test only.

    configuration = deployment.engine.core.configuration
    with configuration.changing(Author("test")) as change:
        for stored in list(change.everything(resource)):
            change.delete(resource, stored.id)
    deployment.engine.caught_up()


def test_a_client_authenticates_with_a_certificate_of_its_jwks(deployment: Deployment, root: Authority) -> None:
    own, renewed = self_signed("anything"), self_signed("anything")
    deployment.add_service("batch", **registered(own))
    assert request_token(deployment, own).status_code == 200
    # Only the registered certificate is accepted, not one with the same name or of a trusted authority.
    for wrong in (renewed, root.issue("anything"), None):
        refused(request_token(deployment, wrong), 401, "invalid_client")
    deployment.change(OAUTH_CLIENTS, "batch", service("batch") | registered(own, renewed))
    assert [request_token(deployment, each).status_code for each in (own, renewed)] == [200, 200]


def test_a_key_without_its_certificate_is_not_enough(deployment: Deployment) -> None:
    own = self_signed()
    bare = {name: value for name, value in own.jwk.items() if name != "x5c"}
    deployment.add_service(
        "batch", clientAuth={"type": "CERTIFICATE"}, jwksSettings={"jwks": json.dumps({"keys": [bare]})}
    )
    refused(request_token(deployment, own), 401, "invalid_client")


def test_a_certificate_does_not_replace_another_authentication_method(deployment: Deployment, root: Authority) -> None:
    authorization = deployment.add_service("batch")
    refused(request_token(deployment, root.issue()), 401, "invalid_client")
    # A client with a secret may present a certificate in addition, for bound tokens.
    form = {"grant_type": "client_credentials"}
    answer = deployment.token(form, Authorization=authorization, SSL_CLIENT_CERT=root.issue().apache())
    assert answer.status_code == 200
    deployment.change(OAUTH_CLIENTS, "batch", service("batch") | SUBJECT)
    refused(deployment.client_credentials(authorization), 401, "invalid_client")
    both = deployment.token(form, Authorization=authorization, SSL_CLIENT_CERT=root.issue().apache())
    refused(both, 401, "invalid_client")


def test_other_endpoints_accept_the_certificate_too(deployment: Deployment, root: Authority) -> None:
    deployment.add_service("batch", "CLIENT_CREDENTIALS", "ACCESS_TOKEN_VALIDATION", **SUBJECT)
    header = {HEADER: root.issue().apache()}
    token = request_token(deployment, root.issue()).json()["access_token"]
    form = {"client_id": "batch", "token": token}
    assert deployment.engine.post(INTROSPECTION_PATH, form, **header).json()["active"] is True
    refused(deployment.engine.post(INTROSPECTION_PATH, form), 401, "invalid_client")
    # The client is authenticated; its token cannot be revoked, as revocation of JWTs is disabled.
    refused(deployment.engine.post(REVOCATION_PATH, form, **header), 400, "unsupported_token_type")
    refused(deployment.engine.post(REVOCATION_PATH, form), 401, "invalid_client")


def test_the_proxy_headers_are_configurable(deployment: Deployment, root: Authority) -> None:
    deployment.add_service("batch", **SUBJECT)
    certificate = root.issue()
    refused(deployment.token(FORM, **{"X-Client-Cert": certificate.nginx()}), 401, "invalid_client")
    nginx = {"clientCertSSLHeaderName": "X-Client-Cert", "clientCertHeaderEncodingFormat": "NGINX"}
    deployment.add(INCOMING_PROXY, nginx)
    assert deployment.token(FORM, **{"X-Client-Cert": certificate.nginx()}).status_code == 200
    refused(request_token(deployment, certificate), 401, "invalid_client")
    deployment.add(INCOMING_PROXY, {**nginx, "enableClientCertHeaderAuth": False})
    refused(deployment.token(FORM, **{"X-Client-Cert": certificate.nginx()}), 401, "invalid_client")


def test_the_metadata_lists_the_methods_while_they_are_available(deployment: Deployment) -> None:
    names = ["tls_client_auth", "self_signed_tls_client_auth"]
    metadata = deployment.engine.get(DISCOVERY).json()
    for endpoint in ("token", "introspection", "revocation"):
        assert metadata[f"{endpoint}_endpoint_auth_methods_supported"][-2:] == names
    assert metadata["tls_client_certificate_bound_access_tokens"] is True
    # Behind a proxy, certificates are requested at the usual addresses.
    assert "mtls_endpoint_aliases" not in metadata
    deployment.add(INCOMING_PROXY, {})
    metadata = deployment.engine.get(DISCOVERY).json()
    assert not set(names) & set(metadata["token_endpoint_auth_methods_supported"])
    assert "tls_client_certificate_bound_access_tokens" not in metadata


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"clientAuth": {"type": "CERTIFICATE"}}, "clientAuth.clientCertSubjectDn"),
        ({"clientAuth": {"type": "CERTIFICATE", "clientCertSubjectDn": "batch"}}, "clientAuth.clientCertSubjectDn"),
        (
            {**registered(self_signed()), "requireDpop": True, "tlsClientCertificateBoundAccessTokens": True},
            "tlsClientCertificateBoundAccessTokens",
        ),
    ],
)
def test_inconsistent_client_settings_are_refused(deployment: Deployment, more: dict[str, Any], path: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        deployment.add_service("batch", **more)
    assert [each.field_path for each in caught.value.errors] == [path]
