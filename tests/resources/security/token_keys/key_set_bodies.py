"""Request bodies of key sets and of the server's own keys, with every field."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.kit.errors import ValidationFailed
from hanse.resources.security.token_keys import KEY_SETS
from tests.support.configurations import create

Body = dict[str, Any]
FAMILIES = ("p256", "p384", "p521", "rsa")


def link(id_: str) -> Body:
    return {"id": id_}


def key_set(issuer: str = "luebeck", **fields: Any) -> Body:
    return {
        "id": f"set-{issuer}",
        "name": f"Keys of {issuer}",
        "issuers": [link(issuer)],
        "signingKeys": {"rsaActiveCertRef": link("rsa-1")},
        **fields,
    }


def with_keys(**keys: Any) -> Body:
    return key_set(signingKeys={"rsaActiveCertRef": link("rsa-1"), **keys})


SIGNING: Body = {
    "rsaAlgorithmActiveKeyIds": [
        {"rsaAlgType": "PS256", "keyId": "active PS256"},
        {"rsaAlgType": "RS256", "keyId": "active RS256"},
    ],
    "rsaAlgorithmPreviousKeyIds": [{"rsaAlgType": "RS256", "keyId": "previous RS256"}],
}
for _family in FAMILIES:
    SIGNING |= {
        f"{_family}ActiveCertRef": link(f"{_family}-1"),
        f"{_family}ActiveKeyId": f"active {_family}",
        f"{_family}PreviousCertRef": link(f"{_family}-2"),
        f"{_family}PreviousKeyId": f"previous {_family}",
        f"{_family}PublishX5cParameter": _family != "p384",
    }
DECRYPTION: Body = {}
for _family in FAMILIES:
    DECRYPTION |= {
        f"{_family}DecryptionActiveCertRef": link(f"{_family}-1"),
        f"{_family}DecryptionActiveKeyId": f"decrypt {_family}",
        f"{_family}DecryptionPreviousCertRef": link(f"{_family}-2"),
        f"{_family}DecryptionPreviousKeyId": f"decrypt previous {_family}",
        f"{_family}DecryptionPublishX5cParameter": True,
    }
CERTIFICATES: Body = {"publishDynamicKeyX5cs": True, "dynamicKeyCertificateInformation": {"city": "Bremen"}}


def refusals(failure: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str | None, str]]:
    return [(error.field_path, error.message) for error in failure.value.errors]


def refused(configuration: Configuration, body: Body) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, KEY_SETS, body)
    return refusals(failure)
