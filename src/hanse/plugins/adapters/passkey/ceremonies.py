"""The ceremonies of Web Authentication Level 3, sections 7.1 and 7.2, by the library `webauthn`."""

from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import webauthn
from webauthn.helpers import structs
from webauthn.helpers.exceptions import WebAuthnException

from hanse.plugins.adapters.passkey.settings import REQUIRED, RelyingParty
from hanse.plugins.adapters.passkey.stored_passkeys import MOST_ID_OCTETS, StoredPasskey

# Milliseconds. A sign-in takes at most ten minutes.
_TIMEOUT: Final = 300_000
# Of the JSON form of a response; an attestation object without attestation has some hundred octets.
_MOST_CHARACTERS: Final = 32_768
_MOST_TRANSPORTS: Final = 8


class CeremonyFailed(Exception):
    """The response of the browser is not valid. The text is for the log."""


@dataclass(frozen=True)
class NewPasskey:
    """A passkey that the browser has created."""

    id: bytes
    public_key: bytes
    counter: int
    user_verified: bool
    transports: tuple[str, ...]


@dataclass(frozen=True)
class UsedPasskey:
    """A verified use of a passkey."""

    counter: int
    user_verified: bool


def creation_options(
    party: RelyingParty,
    challenge: bytes,
    user: str,
    handle: bytes,
    existing: Sequence[StoredPasskey],
    *,
    user_verification: str,
    discoverable: bool,
) -> str:
    """Return the options for `navigator.credentials.create` as JSON (section 5.4). No attestation is requested."""
    key = structs.ResidentKeyRequirement
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=party.name,
        user_name=user,
        user_id=handle,
        user_display_name=user,
        challenge=challenge,
        timeout=_TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=key.REQUIRED if discoverable else key.PREFERRED,
            user_verification=structs.UserVerificationRequirement(user_verification),
        ),
        exclude_credentials=[_descriptor(each) for each in existing],
    )
    return webauthn.options_to_json(options)


def request_options(
    party: RelyingParty, challenge: bytes, allowed: Sequence[StoredPasskey], *, user_verification: str
) -> str:
    """Return the options for `navigator.credentials.get` as JSON (section 5.5). Without `allowed`, users choose one."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=_TIMEOUT,
        allow_credentials=[_descriptor(each) for each in allowed],
        user_verification=structs.UserVerificationRequirement(user_verification),
    )
    return webauthn.options_to_json(options)


def verify_creation(party: RelyingParty, challenge: bytes, response: str, *, user_verification: str) -> NewPasskey:
    """Return the passkey of a response (section 7.1). Raises CeremonyFailed."""
    credential = _parsed(response)
    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            require_user_verification=user_verification == REQUIRED,
        )
    except WebAuthnException as error:
        raise CeremonyFailed(str(error)) from error
    except Exception as error:
        # Malformed input must not be more than a failed ceremony, whatever the library makes of it.
        raise CeremonyFailed(f"malformed response: {type(error).__name__}") from error
    if len(verified.credential_id) > MOST_ID_OCTETS:
        raise CeremonyFailed("the credential ID is too long")
    given = credential["response"].get("transports")
    transports = tuple(each for each in given if isinstance(each, str)) if isinstance(given, list) else ()
    return NewPasskey(
        verified.credential_id,
        verified.credential_public_key,
        verified.sign_count,
        verified.user_verified,
        transports[:_MOST_TRANSPORTS],
    )


def credential_id_of(response: str) -> bytes:
    """Return the identifier of the passkey in a response, which is not verified. Raises CeremonyFailed."""
    found = _octets(_parsed(response).get("rawId"))
    if not found or len(found) > MOST_ID_OCTETS:
        raise CeremonyFailed("the response has no credential ID")
    return found


def verify_use(
    party: RelyingParty,
    challenge: bytes,
    response: str,
    passkey: StoredPasskey,
    *,
    user_verification: str,
    handle_required: bool,
) -> UsedPasskey:
    """Return the result of a response (section 7.2). Raises CeremonyFailed.

    The signature counter is not compared here. `handle_required` applies if nobody was identified before (step 6).
    """
    credential = _parsed(response)
    handle = _octets(credential["response"].get("userHandle"))
    if (handle or handle_required) and handle != passkey.handle:
        raise CeremonyFailed("the user handle belongs to another user")
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=0,
            require_user_verification=user_verification == REQUIRED,
        )
    except WebAuthnException as error:
        raise CeremonyFailed(str(error)) from error
    except Exception as error:
        raise CeremonyFailed(f"malformed response: {type(error).__name__}") from error
    return UsedPasskey(verified.new_sign_count, verified.user_verified)


def _parsed(response: str) -> dict[str, Any]:
    """Return a response of the browser. One from a page inside another site's page is refused (section 13.4.9)."""
    if len(response) > _MOST_CHARACTERS:
        raise CeremonyFailed("the response is too long")
    try:
        credential = msgspec.json.decode(response, type=dict[str, Any])
        client_data = msgspec.json.decode(_octets(credential["response"]["clientDataJSON"]), type=dict[str, Any])
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError) as error:
        raise CeremonyFailed("the response is not that of a browser") from error
    if client_data.get("crossOrigin", False) is not False:
        raise CeremonyFailed("the response comes from a frame in a page of another origin")
    return credential


def _octets(text: object) -> bytes:
    """Return the octets of a text in base64url; empty for anything else."""
    if not isinstance(text, str):
        return b""
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (NotBase64, UnicodeEncodeError):
        return b""


def _descriptor(passkey: StoredPasskey) -> structs.PublicKeyCredentialDescriptor:
    known = {each.value for each in structs.AuthenticatorTransport}
    transports = [structs.AuthenticatorTransport(each) for each in passkey.transports if each in known]
    return structs.PublicKeyCredentialDescriptor(id=passkey.id, transports=transports or None)
