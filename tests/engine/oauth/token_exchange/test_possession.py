"""Exchange of tokens that are bound to a key (RFC 9449) or to a client certificate (RFC 8705)."""

from typing import Any

import httpx
import pytest

from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from tests.engine.oauth.mutual_tls.conftest import HEADER, deployment, root
from tests.engine.oauth.token.deployment import basic, refused, secret_of, service
from tests.engine.oauth.token_exchange.exchange_site import TOKEN_ENDPOINT, ExchangeSite
from tests.support.client_certificates import Certified, self_signed
from tests.support.dpop import ProvingKey
from tests.support.log_lines import log_lines
from tests.support.token_exchange import ACCESS_TOKEN, access_token_processor, jwt_processor

__all__ = ["deployment", "root"]
ACCESS = {"subject_token_type": ACCESS_TOKEN}
UNPROVEN = {"Accept Bound Tokens Without Proof": "true"}
# Values of `cnf` that no request can prove (RFC 7800, section 3.1).
UNPROVABLE: tuple[Any, ...] = (
    {},
    "key",
    [],
    {"jkt": ""},
    {"jkt": 1},
    {"jkt": []},
    {"jwk": {"kty": "EC"}},
    {"kid": "one"},
)


@pytest.fixture(scope="module")
def key() -> ProvingKey:
    return ProvingKey()


@pytest.fixture(scope="module")
def certificate() -> Certified:
    return self_signed("caller")


def proof(site: ExchangeSite, key: ProvingKey) -> dict[str, str]:
    """Return the header of a request to the token endpoint that proves a key."""
    return {"DPoP": key.proof("POST", TOKEN_ENDPOINT, site.deployment.engine.now())}


def issued(site: ExchangeSite, headers: dict[str, str]) -> str:
    """Return an access token of the client `caller`, bound to the key or certificate of the headers."""
    form = {"grant_type": "client_credentials"}
    answer: httpx.Response = site.deployment.token(form, Authorization=basic("caller", secret_of("caller")), **headers)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["access_token"])


@pytest.fixture
def bound_to_key(site: ExchangeSite, key: ProvingKey) -> str:
    site.deployment.add_service("caller")
    return issued(site, proof(site, key))


@pytest.fixture
def bound_to_certificate(site: ExchangeSite, certificate: Certified) -> str:
    site.deployment.add(OAUTH_CLIENTS, service("caller", tlsClientCertificateBoundAccessTokens=True))
    return issued(site, {HEADER: certificate.apache()})


class TestKeys:
    def test_a_bound_token_is_not_exchanged_without_a_proof(self, site: ExchangeSite, bound_to_key: str) -> None:
        with log_lines() as lines:
            refused(site.exchange(bound_to_key, **ACCESS), 400, "invalid_request")
        assert "bound token presented for exchange without its key" in lines.getvalue()

    def test_a_proof_of_another_key_is_not_sufficient(self, site: ExchangeSite, bound_to_key: str) -> None:
        refused(site.exchange(bound_to_key, proof(site, ProvingKey()), **ACCESS), 400, "invalid_request")

    def test_a_bound_token_is_exchanged_with_its_key_and_the_issued_token_is_bound_as_well(
        self, site: ExchangeSite, bound_to_key: str, key: ProvingKey
    ) -> None:
        answer = site.exchange(bound_to_key, proof(site, key), **ACCESS)
        assert answer.status_code == 200, answer.text
        assert answer.json()["token_type"] == "DPoP"
        assert site.claims(answer.json()["access_token"])["cnf"] == {"jkt": key.thumbprint}

    def test_an_actor_token_needs_its_key_too(self, site: ExchangeSite, bound_to_key: str, key: ProvingKey) -> None:
        acting = {"actor_token": bound_to_key, "actor_token_type": ACCESS_TOKEN}
        refused(site.exchange(site.partner_token(), **acting), 400, "invalid_request")
        assert site.exchange(site.partner_token(), proof(site, key), **acting).status_code == 200

    def test_a_bound_token_is_exchanged_without_a_proof_if_the_processor_allows_it(
        self, site: ExchangeSite, bound_to_key: str
    ) -> None:
        site.deployment.change(PROCESSORS, "processor-1", access_token_processor(1, **UNPROVEN))
        content = site.exchanged(bound_to_key, **ACCESS)
        assert content["token_type"] == "Bearer"
        assert "cnf" not in site.claims(content["access_token"])


class TestCertificates:
    def test_a_bound_token_is_not_exchanged_without_its_certificate(
        self, site: ExchangeSite, bound_to_certificate: str
    ) -> None:
        refused(site.exchange(bound_to_certificate, **ACCESS), 400, "invalid_request")
        other = {HEADER: self_signed("gateway").apache()}
        refused(site.exchange(bound_to_certificate, other, **ACCESS), 400, "invalid_request")

    def test_a_bound_token_is_exchanged_on_a_connection_with_its_certificate(
        self, site: ExchangeSite, bound_to_certificate: str, certificate: Certified
    ) -> None:
        answer = site.exchange(bound_to_certificate, {HEADER: certificate.apache()}, **ACCESS)
        assert answer.status_code == 200, answer.text


class TestPartners:
    def test_a_bound_jwt_of_a_partner_needs_its_key(self, site: ExchangeSite, key: ProvingKey) -> None:
        token = site.partner_token(cnf={"jkt": key.thumbprint})
        refused(site.exchange(token), 400, "invalid_request")
        assert site.exchange(token, proof(site, key)).status_code == 200
        site.deployment.change(PROCESSORS, "processor-0", jwt_processor(0, "mail", "amr", **UNPROVEN))
        assert site.exchange(token).status_code == 200

    @pytest.mark.parametrize("confirmation", UNPROVABLE)
    def test_an_unknown_confirmation_method_is_refused(
        self, site: ExchangeSite, key: ProvingKey, confirmation: Any
    ) -> None:
        refused(site.exchange(site.partner_token(cnf=confirmation), proof(site, key)), 400, "invalid_request")

    def test_every_method_must_be_proven(self, site: ExchangeSite, key: ProvingKey, certificate: Certified) -> None:
        token = site.partner_token(cnf={"jkt": key.thumbprint, "x5t#S256": certificate.thumbprint})
        refused(site.exchange(token, proof(site, key)), 400, "invalid_request")
        both = {**proof(site, key), HEADER: certificate.apache()}
        assert site.exchange(token, both).status_code == 200
