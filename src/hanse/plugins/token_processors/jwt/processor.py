"""Validates a JWT: signature, type, issuer, audience, times and, on request, that it is presented once.

The profile is closed (RFC 8725): the instance determines the issuer, its keys and the algorithms, and every token must
name its audience and its end.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from hanse.config.plugins.numbers import number as number_setting
from hanse.config.plugins.plugin import SettingRefused, Settings
from hanse.crypto.jwk_sets import key_set_of
from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.crypto.jwt_claims import ClaimsRefused, number, token_id
from hanse.crypto.key_pairs import PublicKey
from hanse.kit.texts.messages import message
from hanse.plugins.claim_attributes import attributes_of, text_of
from hanse.plugins.contracts.token_processors import ProcessedToken, SingleUse, TokenProcessorServices, TokenRefused
from hanse.plugins.token_processors.jwt import setting_names
from hanse.plugins.token_processors.proof_setting import WITHOUT_PROOF


class JwtProcessor:
    """Validates tokens of one issuer; the interface is `contracts.token_processors.SecurityTokenProcessor`."""

    def __init__(self, settings: Settings) -> None:
        self._url = settings.text(setting_names.KEYS_URL)
        keys = settings.text(setting_names.KEYS)
        if self._url and keys:
            text = message(
                "Enter either {url} or {keys}, not both.",
                url=message(setting_names.KEYS_URL),
                keys=message(setting_names.KEYS),
            )
            raise SettingRefused(text, setting_names.KEYS)
        self._keys = key_set_of(keys) if keys else None
        self._issuer = settings.text(setting_names.ISSUER)
        self._audience = frozenset(settings.text(setting_names.AUDIENCE).split())
        self._algorithms = frozenset(settings.text(setting_names.ALGORITHMS).split())
        self._type = settings.text(setting_names.TYPE).lower().removeprefix("application/")
        self._tolerance = number_setting(settings, setting_names.TOLERANCE)
        self._longest = 60.0 * number_setting(settings, setting_names.MAXIMUM_LIFETIME)
        self._is_once = settings.flag(setting_names.REPLAY_PREVENTION)
        self._needs_no_proof = settings.flag(WITHOUT_PROOF)

    def process(self, token: str, services: TokenProcessorServices) -> ProcessedToken:
        """Return the claims of a valid token. Raises TokenRefused."""
        try:
            read = read_compact(token)
            self._check_signature(read, services)
            claims = read.claims()
            self._check_parties(claims, services)
            expires = self._check_times(claims, services.now.timestamp())
            single_use = self._single_use(claims, expires)
        except (MalformedToken, ClaimsRefused) as error:
            raise TokenRefused(str(error)) from error
        subject = text_of(claims, "sub")
        if not subject:
            raise TokenRefused("sub is missing")
        return ProcessedToken(
            subject=subject,
            issuer=self._issuer,
            attributes=attributes_of(claims),
            claims=claims,
            single_use=single_use,
            needs_no_proof=self._needs_no_proof,
        )

    def _check_signature(self, token: CompactToken, services: TokenProcessorServices) -> None:
        # The algorithm is checked before any key is chosen, so that a token cannot select another kind of check.
        if token.algorithm not in self._algorithms:
            raise TokenRefused("its signing algorithm is not allowed")
        if self._type and token.type != self._type:
            raise TokenRefused("typ belongs to another kind of token")
        if not any(token.is_signed_by(key, token.algorithm) for key in self._candidates(token, services)):
            raise TokenRefused("no key of the issuer has signed it")

    def _candidates(self, token: CompactToken, services: TokenProcessorServices) -> Sequence[PublicKey]:
        if self._url:
            return services.keys_at(self._url, token.algorithm, token.key_id)
        keys = services.own_keys() if self._keys is None else self._keys
        return keys.verifying(token.algorithm, token.key_id)

    def _check_parties(self, claims: Mapping[str, Any], services: TokenProcessorServices) -> None:
        if claims.get("iss") != self._issuer:
            raise TokenRefused("iss is another issuer")
        audience = claims.get("aud")
        named = [audience] if isinstance(audience, str) else audience
        accepted = self._audience or services.audiences
        if not isinstance(named, list) or not any(isinstance(each, str) and each in accepted for each in named):
            raise TokenRefused("aud has no accepted audience")

    def _check_times(self, claims: Mapping[str, Any], now: float) -> float:
        expires = number(claims, "exp")
        if expires is None or expires <= now - self._tolerance:
            raise TokenRefused("exp is missing or has passed")
        if expires > now + self._longest + self._tolerance:
            raise TokenRefused("exp is too far away")
        for name in ("nbf", "iat"):
            moment = number(claims, name)
            if moment is not None and moment > now + self._tolerance:
                raise TokenRefused(f"{name} is in the future")
        return expires

    def _single_use(self, claims: Mapping[str, Any], expires: float) -> SingleUse | None:
        if not self._is_once:
            return None
        id_ = token_id(claims)
        if id_ is None:
            raise TokenRefused("jti is required, as replay prevention is on")
        return SingleUse(id_, expires + self._tolerance)
