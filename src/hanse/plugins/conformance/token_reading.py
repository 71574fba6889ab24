"""The contract of access token managers that read their own tokens."""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any, Final

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from hanse.crypto.key_pairs import EC, RSA
from hanse.plugins.conformance.token_keys import ISSUER, key_of, reader_services, services
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.access_tokens import (
    AccessToken,
    ReadToken,
    TokenContent,
    TokenManager,
    TokenReader,
    TokenReaderServices,
)

_JWS_PARTS, _JWE_PARTS = 3, 5
_SHAPES: Final = (".", "..", "....", "a.b.c", "a.b.c.d.e", "e30.e30.", "....." * 1_000)


def check_reading(manager: TokenManager, content: TokenContent, trial: PluginTrial) -> None:
    """Find own tokens that are not accepted, and forged, changed, expired and foreign ones that are."""
    if not isinstance(manager, TokenReader):
        return
    trial.expect(isinstance(manager.revokes_by_id, bool), "revokes_by_id is not a boolean.")
    token = trial.call("issue", manager.issue, content, services())
    if token is None:
        return
    now = _read(manager, token.text, reader_services(), trial)
    # Tokens that are encrypted for another server cannot be read here.
    if now is None and token.text.count(".") + 1 == _JWE_PARTS:
        return
    if now is None:
        trial.finding("read rejects a token that the manager has just issued.")
        return
    _check_token_data(manager, token, content, now, trial)
    for text in (*HOSTILE_TEXTS, *_SHAPES, *_changed(token.text), *_forged(token.text)):
        trial.expect(
            _read(manager, text, reader_services(), trial) is None, "read accepts a text that was never issued."
        )
    late = reader_services(now=token.expires)
    trial.expect(_read(manager, token.text, late, trial) is None, "read accepts an expired token.")
    if now.claims.get("iss") == ISSUER:
        elsewhere = reader_services(issuer="https://other.example")
        trial.expect(_read(manager, token.text, elsewhere, trial) is None, "read accepts a token of another issuer.")
    if _header(token.text).get("alg", "HS").startswith(("RS", "PS", "ES")):
        foreign = trial.call("issue", manager.issue, content, services("another"))
        if foreign is not None:
            found = _read(manager, foreign.text, reader_services(), trial)
            trial.expect(found is None, "read accepts a token that another server's key has signed.")


def _read(manager: TokenReader, text: str, how: TokenReaderServices, trial: PluginTrial) -> ReadToken | None:
    found = trial.call("read", manager.read, text, how)
    if found is None or trial.expect(isinstance(found, ReadToken), "read does not return a ReadToken."):
        return found
    return None


def _check_token_data(
    manager: TokenReader, token: AccessToken, content: TokenContent, found: ReadToken, trial: PluginTrial
) -> None:
    trial.expect(found.client_id == content.client_id, "read returns another client.")
    trial.expect(set(found.scopes) == set(content.scopes), "read returns other scopes.")
    trial.expect(int(found.expires) == int(token.expires.timestamp()), "read returns another end.")
    trial.expect(bool(found.id) or not manager.revokes_by_id, "read returns no id to revoke the token by.")


def _changed(text: str) -> Iterator[str]:
    """Yield a token with one character changed in each part, and with parts removed or added."""
    parts = text.split(".")
    for number, part in enumerate(parts):
        if part:
            # In the middle: the last character of base64 may have unused bits.
            at = len(part) // 2
            other = "A" if part[at] != "A" else "B"
            yield ".".join((*parts[:number], f"{part[:at]}{other}{part[at + 1 :]}", *parts[number + 1 :]))
        yield ".".join((*parts[:number], "", *parts[number + 1 :])) if part else f"{text}x"
    yield from (f"{text}.", f".{text}", f"{text}\n", f" {text}", text[:-8], text.swapcase())


def _forged(text: str) -> Iterator[str]:
    """Yield tokens that are not signed, or signed with publicly known keys (RFC 8725, sections 2.1 and 3.2)."""
    parts = text.split(".")
    if len(parts) != _JWS_PARTS:
        return
    header, payload = _header(text), {**_decoded(parts[1]), "client_id": "evil", "scope": "everything"}
    yield f"{parts[0]}.{_encoded(payload)}.{parts[2]}"
    for name in ("none", "None", "NONE", ""):
        yield f"{_encoded({**header, 'alg': name})}.{parts[1]}."
        yield f"{_encoded({**header, 'alg': name})}.{parts[1]}.{parts[2]}"
    for kind in ((RSA, 2048), (EC, 256)):
        public = key_of(*kind).private_key.public_key()
        for secret in (public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), b"", b"secret"):
            signed = f"{_encoded({**header, 'alg': 'HS256'})}.{_encoded(payload)}"
            mac = hmac.digest(secret, signed.encode(), "sha256")
            yield f"{signed}.{urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def _header(text: str) -> dict[str, Any]:
    return _decoded(text.partition(".")[0])


def _decoded(part: str) -> dict[str, Any]:
    try:
        found = json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _encoded(value: dict[str, Any]) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
