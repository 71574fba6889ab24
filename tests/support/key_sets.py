"""Key sets for tests, and the issuers that they are for."""

from typing import Any

from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS

ISSUERS = tuple(
    (VIRTUAL_ISSUERS, {"id": f"keyed-{n}", "name": f"Keyed {n}", "host": f"keyed-{n}.example.com"}) for n in range(4)
)


def key_set(number: int) -> dict[str, Any]:
    """Return the body of a key set, unlike all others in whatever has to be unique."""
    # An issuer has one key set at most.
    key_ids = [{"rsaAlgType": "RS256", "keyId": "b"}, {"rsaAlgType": "PS256", "keyId": "a"}]
    return {
        "id": f"set-{number}",
        "name": f"Set {number}",
        "issuers": [{"id": f"keyed-{number}"}],
        "signingKeys": {
            "rsaActiveCertRef": {"id": "rsa-1"},
            "rsaActiveKeyId": "seal",
            "rsaPublishX5cParameter": True,
            "rsaAlgorithmActiveKeyIds": key_ids,
            "rsaAlgorithmPreviousKeyIds": [],
        },
    }
