"""Request bodies of token key sets, and the virtual issuers that use them."""

from typing import Any

from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS

ISSUERS = tuple(
    (VIRTUAL_ISSUERS, {"id": f"keyed-{n}", "name": f"Keyed {n}", "host": f"keyed-{n}.example.com"}) for n in range(4)
)


def key_set(number: int) -> dict[str, Any]:
    """Return the body of a key set whose unique fields differ from all others."""

    key_ids = [{"rsaAlgType": "RS256", "keyId": "b"}, {"rsaAlgType": "PS256", "keyId": "a"}]
    return {
        "id": f"set-{number}",
        "name": f"Set {number}",
        # An issuer has one key set at most.
        "issuers": [{"id": f"keyed-{number}"}],
        "signingKeys": {
            "rsaActiveCertRef": {"id": "rsa-1"},
            "rsaActiveKeyId": "seal",
            "rsaPublishX5cParameter": True,
            "rsaAlgorithmActiveKeyIds": key_ids,
            "rsaAlgorithmPreviousKeyIds": [],
        },
    }
