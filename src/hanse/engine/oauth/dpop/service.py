"""Checks the DPoP proof of a request (RFC 9449, section 4.3)."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import SplitResult, urlsplit

from hanse.engine.errors import InvalidDpopProof, UseDpopNonce
from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.oauth.dpop.nonces import RENEWED_AFTER_SECONDS, DpopNonces
from hanse.engine.oauth.dpop.proof import Proof, read_proof
from hanse.engine.services import Services
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.snapshot.metadata import MUTUAL_TLS_ALIASES
from hanse.engine.state.contracts import OneTimeKind, digest

_FIELD: Final = b"dpop"
# Tolerance for clocks of clients that are ahead.
SKEW_SECONDS: Final = 60.0
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class ProvenKey:
    """The key of a request's proof. `headers` are for the answer: a new nonce if the client needs one."""

    thumbprint: str = ""
    headers: tuple[Header, ...] = ()


NO_KEY: Final = ProvenKey()


class DpopProofs:
    """Checks proofs."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._nonces = DpopNonces(services.state.sealed_texts)

    async def check(self, request: Request, access_token: str = "") -> ProvenKey:
        """Return the key of the client that sent a request; `NO_KEY` for a request without a proof.

        `access_token` is the token that is presented with the proof. Raises InvalidDpopProof, or UseDpopNonce with a
        nonce for the next attempt.
        """
        text = _sent(request)
        if text is None:
            return NO_KEY
        proof, now = read_proof(text), self._services.clock.now().timestamp()
        settings = request.snapshot.part(AUTHORIZATION)
        _check_request(request, proof, settings.token_endpoint_base_url)
        lifetime = float(settings.dpop_proof_lifetime_seconds)
        if not now - lifetime <= proof.issued <= now + SKEW_SECONDS:
            raise InvalidDpopProof("The DPoP proof was issued too long ago, or in the future.")
        if proof.token_digest != (_digest(access_token) if access_token else ""):
            raise InvalidDpopProof("The claim ath of the DPoP proof is not the digest of the access token.")
        headers = self._checked_nonce(proof, now) if settings.dpop_proof_require_nonce else ()
        if settings.dpop_proof_enforce_replay_prevention:
            await self._check_first_use(proof, proof.issued + lifetime, now)
        return ProvenKey(proof.key, headers)

    def _checked_nonce(self, proof: Proof, now: float) -> tuple[Header, ...]:
        age = self._nonces.age(proof.nonce, now)
        if age is None:
            raise UseDpopNonce("The DPoP proof must contain the nonce of the header DPoP-Nonce.", self._field(now))
        return self._field(now) if age > RENEWED_AFTER_SECONDS else ()

    def _field(self, now: float) -> tuple[Header, ...]:
        return ((b"dpop-nonce", self._nonces.new(now).encode("ascii")),)

    async def _check_first_use(self, proof: Proof, expires: float, now: float) -> None:
        """Refuse a proof whose `jti` was used with the same key before (section 11.1)."""
        key = digest(f"{proof.key}\0{proof.id}")
        if not await self._services.state.one_time.claim(OneTimeKind.PROOF_ID, key, expires, now):
            raise InvalidDpopProof("The DPoP proof was used before.")


def _sent(request: Request) -> str | None:
    found = [value for name, value in request.scope["headers"] if name == _FIELD]
    if len(found) > 1:
        raise InvalidDpopProof("A request must have only one DPoP header.")
    return found[0].decode("latin-1") if found else None


def _check_request(request: Request, proof: Proof, other_base: str | None) -> None:
    """Refuse a proof for another method or another address (section 4.3, steps 8 and 9)."""
    if proof.method != request.method:
        raise InvalidDpopProof("The claim htm of the DPoP proof is not the method of the request.")
    path = request.path.removeprefix(request.issuer.name.place.path)
    own = [f"{base}{path}" for base in (request.issuer.identifier, other_base) if base]
    # An endpoint has a further address where client certificates are requested (RFC 8705, section 5).
    aliases = request.issuer.claims.get(MUTUAL_TLS_ALIASES, {}).values()
    own += [each for each in aliases if each.endswith(path)]
    if _normal(proof.url) not in [_normal(each) for each in own]:
        raise InvalidDpopProof("The claim htu of the DPoP proof is not the address of the request.")


def _normal(url: str) -> SplitResult | None:
    """Return an address in its form for comparisons, without query and fragment (RFC 3986, 6.2)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    if port is not None and port != _DEFAULT_PORTS.get(scheme):
        host = f"{host}:{port}"
    return SplitResult(scheme, host, parts.path or "/", "", "")


def _digest(access_token: str) -> str:
    return urlsafe_b64encode(sha256(access_token.encode()).digest()).rstrip(b"=").decode("ascii")
