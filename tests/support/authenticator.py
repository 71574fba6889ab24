"""A software authenticator, and the browser between it and a page (Web Authentication Level 3)."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Key:
    """A passkey in the authenticator."""

    id: bytes
    private: EllipticCurvePrivateKey
    handle: bytes
    counter: int = 0


@dataclass
class Authenticator:
    """Creates and uses passkeys as options request; the fields change what it and the browser report."""

    # The identifiers of its passkeys are derived from it.
    name: str = "laptop"
    origin: str = "https://sso.example.com"
    # The host name of the origin, unless the page belongs to another site.
    rp_id: str = "sso.example.com"
    verifies_user: bool = True
    is_present: bool = True
    cross_origin: bool = False
    # Added to the signature counter at each use; synchronized passkeys have none.
    step: int = 1
    keys: dict[bytes, Key] = field(default_factory=dict)

    def create(self, options: str) -> str:
        """Return the response to `navigator.credentials.create`."""
        wanted = json.loads(options)
        key = Key(
            sha256(f"{self.name} {len(self.keys)}".encode()).digest(),
            generate_private_key(SECP256R1()),
            decoded(wanted["user"]["id"]),
        )
        self.keys[key.id] = key
        numbers = key.private.public_key().public_numbers()
        # RFC 9053, section 7.1.1.
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(key.id).to_bytes(2, "big") + key.id + cbor2.dumps(public)
        data = self._data(_ATTESTED, key.counter) + attested
        response = {
            "clientDataJSON": encoded(self._client_data("webauthn.create", wanted["challenge"])),
            "attestationObject": encoded(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return json.dumps({"id": encoded(key.id), "rawId": encoded(key.id), "type": "public-key", "response": response})

    def use(self, options: str, *, key_id: bytes = b"") -> str:
        """Return the response to `navigator.credentials.get`, by one of the allowed passkeys or the given one."""
        wanted = json.loads(options)
        allowed = [decoded(each["id"]) for each in wanted.get("allowCredentials", ())]
        key = self.keys[key_id or next((each for each in allowed if each in self.keys), next(iter(self.keys)))]
        key.counter += self.step
        client_data, data = self._client_data("webauthn.get", wanted["challenge"]), self._data(0, key.counter)
        signature = key.private.sign(data + sha256(client_data).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": encoded(key.handle),
        }
        return json.dumps({"id": encoded(key.id), "rawId": encoded(key.id), "type": "public-key", "response": response})

    def _data(self, flags: int, counter: int) -> bytes:
        flags |= (_PRESENT if self.is_present else 0) | (_VERIFIED if self.verifies_user else 0)
        return sha256(self.rp_id.encode()).digest() + bytes([flags]) + counter.to_bytes(4, "big")

    def _client_data(self, type_: str, challenge: str) -> bytes:
        found: dict[str, Any] = {"type": type_, "challenge": challenge, "origin": self.origin}
        return json.dumps({**found, "crossOrigin": self.cross_origin}).encode()


def encoded(octets: bytes) -> str:
    return urlsafe_b64encode(octets).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
