"""The listener that requests client certificates, with real TLS handshakes (RFC 8705)."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.app.engine_app import accepted_certificates, after_change
from hanse.app.mutual_tls_listener import MutualTlsListener
from hanse.app.server_certificate import certificate_files
from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import INTROSPECTION_PATH, TOKEN_PATH
from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.kit.clock import SystemClock
from hanse.kit.http.tls import accept_client_certificates, server_context, switch_of
from hanse.kit.options import Options
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.security.certificate_groups import OAUTH_CLIENT_CAS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.cli.test_serve import running
from tests.engine.oauth.mutual_tls.test_client_authentication import FORM, SUBJECT, delete_all, registered
from tests.engine.oauth.token.deployment import Deployment, basic, secret_of, service
from tests.engine.server import DISCOVERY, HOST, EngineServer, engine_server
from tests.kit.http.serving import serving
from tests.support.client_certificates import Authority, Certified, authority, self_signed
from tests.support.clock import ManualClock
from tests.support.databases import sqlite_database

# OpenSSL checks validity by the system clock.
NOW = SystemClock().now()
SendRequest = Callable[..., Awaitable[httpx.Response]]


@pytest.fixture(scope="module")
def root() -> Authority:
    return authority(now=NOW)


@pytest.fixture
def deployment(sqlite_template: Path, tmp_path: Path, root: Authority) -> Iterator[Deployment]:
    database = sqlite_database(tmp_path, sqlite_template)
    with engine_server(database, tmp_path, ManualClock(NOW), mutual_tls_port=9443) as engine:
        made = Deployment(engine, tmp_path)
        made.add(TRUSTED_CAS, {"certificate": root.base64})
        yield made


class Listening:
    """A listener with mutual TLS on a free port."""

    def __init__(self, engine: EngineServer, folder: Path) -> None:
        options = Options(data=folder)
        self.files = certificate_files(options, SystemClock())
        self.context = server_context(*self.files)
        accept_client_certificates(self.context, "")
        accepted = accepted_certificates(engine.follower)
        self.watch = MutualTlsListener(
            engine.core.configuration, options, SystemClock(), switch_of(self.context), accepted
        )
        self.app, self.folder = engine.app, folder

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[SendRequest]:
        self.watch.refresh()
        async with serving(self.app, tls=self.context) as listener:

            async def call(
                certificate: Certified | None,
                path: str = TOKEN_PATH,
                form: dict[str, str] | None = None,
                content: bytes | None = None,
                **headers: str,
            ) -> httpx.Response:
                trust = ssl.create_default_context(cafile=str(self.files[0]))
                if certificate is not None:
                    trust.load_cert_chain(*certificate.write(self.folder / "client"))
                address = f"https://localhost:{listener.endpoint.port}"
                async with httpx.AsyncClient(base_url=address, verify=trust, trust_env=False) as client:
                    sent = {"Host": HOST, **headers}
                    if content is not None:
                        return await client.post(path, content=content, headers=sent)
                    if form is None:
                        return await client.get(path, headers=sent)
                    return await client.post(path, data=form, headers=sent)

            yield call


def run(scenario: Any) -> None:
    asyncio.run(asyncio.wait_for(scenario, 60))


def issue(issuer: Authority, *more: Any, **named: Any) -> Certified:
    return issuer.issue(*more, now=NOW, **named)


async def refuses_handshake(call: SendRequest, certificate: Certified) -> bool:
    """Return True if the handshake fails. With TLS 1.3, clients notice that with their first read."""
    try:
        await call(certificate, form=FORM)
    except (httpx.ConnectError, httpx.ReadError, httpx.RemoteProtocolError, ssl.SSLError):
        return True
    return False


def test_certificates_of_trusted_authorities_are_accepted_and_others_end_the_handshake(
    deployment: Deployment, tmp_path: Path, root: Authority
) -> None:
    deployment.add_service("batch", **SUBJECT)

    async def scenario() -> None:
        async with Listening(deployment.engine, tmp_path).serving() as call:
            assert (await call(issue(root), form=FORM)).status_code == 200
            # The client sends the intermediate certificate in the handshake.
            assert (await call(issue(root.intermediate()), form=FORM)).status_code == 200
            # A trusted certificate of another client is no proof, and neither is a missing certificate.
            assert (await call(issue(root, "other"), form=FORM)).status_code == 401
            assert (await call(None, form=FORM)).status_code == 401
            # Unknown issuer, self-signed, and expired (its validity ends before now).
            for wrong in (issue(authority(now=NOW)), self_signed("batch", NOW), issue(root, days=-1)):
                assert await refuses_handshake(call, wrong)

    run(scenario())


def test_the_handshake_also_accepts_certificates_of_groups(
    deployment: Deployment, tmp_path: Path, root: Authority
) -> None:
    deployment.add_service("batch", **SUBJECT)
    own = authority("Clients", now=NOW)
    deployment.add(OAUTH_CLIENT_CAS, {"certificate": own.base64})

    async def scenario() -> None:
        async with Listening(deployment.engine, tmp_path).serving() as call:
            assert (await call(issue(own), form=FORM)).status_code == 200
            # A trusted CA is accepted by the handshake, as it may be one of partners, but not for clients.
            assert (await call(issue(root), form=FORM)).status_code == 401

    run(scenario())


def test_clients_without_certificates_use_the_same_port(deployment: Deployment, tmp_path: Path) -> None:
    deployment.add_service("batch")

    async def scenario() -> None:
        async with Listening(deployment.engine, tmp_path).serving() as call:
            form = {"grant_type": "client_credentials"}
            answer = await call(None, form=form, Authorization=basic("batch", secret_of("batch")))
            assert answer.status_code == 200

    run(scenario())


def test_self_signed_certificates_are_accepted_if_they_are_registered(deployment: Deployment, tmp_path: Path) -> None:
    own, renewed = self_signed("own", NOW), self_signed("own", NOW)
    deployment.add_service("batch", **registered(own))
    deployment.add_service("other")

    async def scenario() -> None:
        listening = Listening(deployment.engine, tmp_path)
        async with listening.serving() as call:
            assert (await call(own, form=FORM)).status_code == 200
            # The certificate authenticates only the client that registered it.
            assert (await call(own, form={**FORM, "client_id": "other"})).status_code == 401
            assert await refuses_handshake(call, renewed)
            deployment.change(OAUTH_CLIENTS, "batch", service("batch") | registered(renewed))
            listening.watch.refresh()
            assert (await call(renewed, form=FORM)).status_code == 200
            assert await refuses_handshake(call, own)

    run(scenario())


def test_a_registered_certificate_is_accepted_as_soon_as_the_registration_is_applied(
    deployment: Deployment, tmp_path: Path
) -> None:
    own = self_signed("own", NOW)
    deployment.add_service("batch")

    async def scenario() -> None:
        listening = Listening(deployment.engine, tmp_path)
        after_change(deployment.engine.follower)(listening.watch.refresh)
        async with listening.serving() as call:
            assert await refuses_handshake(call, own)
            deployment.change(OAUTH_CLIENTS, "batch", service("batch") | registered(own))
            assert (await call(own, form=FORM)).status_code == 200

    run(scenario())


def test_a_client_with_another_method_can_bind_its_tokens_to_a_self_signed_certificate(
    deployment: Deployment, tmp_path: Path
) -> None:
    """RFC 8705, section 4: bound tokens do not require that the certificate authenticates the client."""
    own = self_signed("own", NOW)
    keys = registered(own)["jwksSettings"]
    deployment.add_service("batch", jwksSettings=keys, tlsClientCertificateBoundAccessTokens=True)

    async def scenario() -> None:
        async with Listening(deployment.engine, tmp_path).serving() as call:
            form = {"grant_type": "client_credentials"}
            answer = await call(own, form=form, Authorization=basic("batch", secret_of("batch")))
            assert "x5t#S256" in read_compact(answer.json()["access_token"]).claims()["cnf"]

    run(scenario())


def test_after_an_authority_is_removed_its_certificates_end_handshakes(
    deployment: Deployment, tmp_path: Path, root: Authority
) -> None:
    deployment.add_service("batch", **SUBJECT)

    async def scenario() -> None:
        listening = Listening(deployment.engine, tmp_path)
        async with listening.serving() as call:
            certificate = issue(root)
            assert (await call(certificate, form=FORM)).status_code == 200
            delete_all(deployment, TRUSTED_CAS)
            # The engine refuses the client even before the listener has been refreshed.
            assert (await call(certificate, form=FORM)).status_code == 401
            listening.watch.refresh()
            assert await refuses_handshake(call, certificate)

    run(scenario())


def test_a_certificate_in_a_header_is_ignored_on_the_mutual_tls_listener(
    deployment: Deployment, tmp_path: Path, root: Authority
) -> None:
    deployment.add_service("batch", **SUBJECT)

    async def scenario() -> None:
        async with Listening(deployment.engine, tmp_path).serving() as call:
            forged = issue(root)
            for name in ("SSL_CLIENT_CERT", "X-Client-Cert", "Client-Cert"):
                assert (await call(None, form=FORM, **{name: forged.apache()})).status_code == 401

    run(scenario())


def test_a_bound_token_is_accepted_only_with_its_certificate(
    deployment: Deployment, tmp_path: Path, root: Authority
) -> None:
    deployment.add_service(
        "batch", "CLIENT_CREDENTIALS", "ACCESS_TOKEN_VALIDATION", **SUBJECT, tlsClientCertificateBoundAccessTokens=True
    )

    async def scenario() -> None:
        async with Listening(deployment.engine, tmp_path).serving() as call:
            certificate, other = issue(root), issue(root)
            token = (await call(certificate, form=FORM)).json()["access_token"]
            assert read_compact(token).claims()["cnf"] == {"x5t#S256": certificate.thumbprint}
            answer = await call(other, INTROSPECTION_PATH, {"client_id": "batch", "token": token})
            assert answer.json()["cnf"] == {"x5t#S256": certificate.thumbprint}
            bearer = {"Authorization": f"Bearer {token}"}
            # With its certificate the token is valid, but it was not issued for a user.
            assert (
                "insufficient_scope" in (await call(certificate, USERINFO_PATH, **bearer)).headers["www-authenticate"]
            )
            for wrong in (other, None):
                assert "invalid_token" in (await call(wrong, USERINFO_PATH, **bearer)).headers["www-authenticate"]

    run(scenario())


def test_metadata_names_the_addresses_with_certificates(deployment: Deployment) -> None:
    metadata = deployment.engine.verified()
    aliases = metadata["mtls_endpoint_aliases"]
    assert aliases["token_endpoint"] == f"https://sso.example.com:9443{TOKEN_PATH}"
    assert {"userinfo_endpoint", "introspection_endpoint", "revocation_endpoint"} < aliases.keys()
    assert "authorization_endpoint" not in aliases
    assert "tls_client_auth" in metadata["token_endpoint_auth_methods_supported"]
    issuer = deployment.engine.add_issuer("tenant", "tenant.example.com", "/one")
    assert issuer
    metadata = deployment.engine.get(f"/one{DISCOVERY}", host="tenant.example.com").json()
    assert metadata["mtls_endpoint_aliases"]["token_endpoint"] == f"https://tenant.example.com:9443/one{TOKEN_PATH}"


@pytest.mark.parametrize("workers", [pytest.param("0", marks=pytest.mark.slow), "1"])
def test_a_server_listens_at_the_port_of_the_option(tmp_path: Path, workers: str) -> None:
    options = ["--mutual-tls-port", "0", "--engine-workers", workers]
    with running(tmp_path, *options) as (_process, listening):
        assert json.loads((tmp_path / "listening.json").read_text())["mutualTls"] == listening["mutualTls"]
        trust = ssl.create_default_context(cafile=tmp_path / "tls" / "server.crt")
        with httpx.Client(verify=trust, trust_env=False, timeout=60) as client:
            assert client.get(f"{listening['mutualTls']}/pf/heartbeat.ping").text == "OK"
        # No certificate is trusted here. Sending one ends the handshake, which proves that the server requested it.
        trust.load_cert_chain(*self_signed("own", NOW).write(tmp_path / "client"))
        with httpx.Client(verify=trust, trust_env=False, timeout=60) as client, pytest.raises(httpx.TransportError):
            client.get(f"{listening['mutualTls']}/pf/heartbeat.ping")
        with httpx.Client(verify=trust, trust_env=False, timeout=60) as client:
            assert client.get(f"{listening['engine']}/pf/heartbeat.ping").text == "OK"
