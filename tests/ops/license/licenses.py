"""Licenses for tests: a trusted signer, an unknown signer, and a license with every claim."""

from datetime import UTC, datetime
from typing import Any

from joserfc.jwk import OKPKey

from hanse.crypto.jws import sign_compact
from hanse.ops.license.claims import LICENSE_TYPE, ConnectionGroup, Feature, License, Tier
from hanse.ops.license.trust import trust_anchors

NOW = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)
KEY = OKPKey.generate_key("Ed25519")
STRANGER = OKPKey.generate_key("Ed25519")
ANCHORS = trust_anchors([KEY])

PARTNERS = ConnectionGroup(
    name="Partners",
    connection_count=2,
    start_date=datetime(2026, 1, 1, tzinfo=UTC),
    end_date=datetime(2027, 1, 1, tzinfo=UTC),
)

FULL = License(
    id="L-1",
    name="Ada Lovelace",
    organization="Example Ltd",
    product="Hanse",
    version="1.0",
    tier=Tier.SUBSCRIPTION,
    enforcement_type="3",
    issue_date=datetime(2026, 1, 1, tzinfo=UTC),
    expiration_date=datetime(2027, 1, 1, tzinfo=UTC),
    grace_period=10,
    max_connections=50,
    node_limit=4,
    oauth_enabled=True,
    ws_trust_enabled=True,
    provisioning_enabled=True,
    features=(Feature(name="issuedby", value="IT"), Feature(name="deploymentmethod", value="On premises")),
)


def changed(**changes: Any) -> License:
    """Return the full license with some claims changed; the result is validated."""
    return License.model_validate({**dict(FULL), **changes})


def signed_claims(claims: str, key: OKPKey = KEY) -> bytes:
    """Return a signed license file whose claims are an arbitrary text."""
    return sign_compact(claims.encode(), key, typ=LICENSE_TYPE).encode()
