"""The audience of client assertions if a client must name the issuer (FAPI 2.0 Security Profile, 5.3.2.1)."""

import pytest

from tests.engine.oauth.token.client_assertions import TOKEN_ENDPOINT, assert_with, claims, mac
from tests.engine.oauth.token.deployment import ISSUER, Deployment, refused, secret_of


@pytest.fixture(autouse=True)
def _client(deployment: Deployment) -> None:
    auth = {"type": "CLIENT_SECRET_JWT", "secret": secret_of("batch"), "requireIssuerAudience": True}
    deployment.add_service(clientAuth=auth)


def test_the_issuer_alone_is_accepted(deployment: Deployment) -> None:
    assert assert_with(deployment, mac(claims(deployment, aud=ISSUER))).status_code == 200


@pytest.mark.parametrize("audience", [TOKEN_ENDPOINT, [ISSUER], [ISSUER, TOKEN_ENDPOINT], f"{ISSUER}/", None])
def test_any_other_audience_is_refused(deployment: Deployment, audience: object) -> None:
    refused(assert_with(deployment, mac(claims(deployment, aud=audience))), 401, "invalid_client")
