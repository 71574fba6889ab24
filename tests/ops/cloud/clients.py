"""Clients for the cloud services of the tests, and a forged credential."""

from uuid import uuid4

from hanse.ops.cloud import (
    CloudClient,
    HttpTimeouts,
    Regions,
    open_http,
)
from tests.ops.cloud.raw_server import http_answer
from tests.tools.cloud.serving import RunningCloud
from tools.cloud.signing import SigningKey

QUICK = HttpTimeouts(connect=1.0, read=0.2, total=1.0)


TOKEN = http_answer(b'{"access_token":"abc","token_type":"Bearer","expires_in":300}')


def client_of(url: str, region: str = "NA") -> CloudClient:
    return CloudClient(open_http, Regions.from_addresses({region: url}), QUICK)


def patient_client(cloud: RunningCloud) -> CloudClient:
    return CloudClient(open_http, Regions.from_addresses({"NA": cloud.url}))


def forged(**changes: str) -> str:
    """Return a well-formed credential that is signed with an unknown key."""
    claims = {
        "jti": str(uuid4()),
        "gatewayId": str(uuid4()),
        "environmentId": str(uuid4()),
        "organizationName": "Kontor",
        "targetGeography": "NA",
        "iat": 1_795_000_000,
    }
    return SigningKey(SigningKey.generate_pem()).sign(claims | changes)


STRANGER = forged()
