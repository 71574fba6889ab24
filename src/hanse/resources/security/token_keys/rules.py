"""Rules for signing keys, shared by the settings and by key sets: matching certificates, and required ones."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError, NotFound
from hanse.kit.texts.messages import message
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.token_keys.key_families import SlotCertificate, key_mismatch, places_in, wire_name
from hanse.resources.security.token_keys.model import AdditionalKeySet, OAuthOidcKeysSettings, SigningKeys

_KEYS = "signingKeys."
Keys = TypeVar("Keys", bound=SigningKeys)
Load = Callable[[str], KeyPair | None]

_NEEDS_CERTIFICATE = {
    "active": message("These key IDs require the active RSA certificate."),
    "previous": message("These key IDs require the previous RSA certificate."),
}


def completed(keys: Keys) -> Keys:
    """Return keys in their normal form, in which they are stored.

    An empty key ID is removed. The publication option is present exactly if there is a certificate.
    """
    update: dict[str, object] = {}
    for place in places_in(keys):
        if not place.key_id:
            update[place.key_id_member] = None
        if not place.previous:
            publishes = place.publishes_certificate if place.certificate else None
            update[f"{place.slot.prefix}_publish_x5c_parameter"] = publishes
    return keys.model_copy(update=update)


def complete_settings(proposal: Proposal[OAuthOidcKeysSettings]) -> OAuthOidcKeysSettings:
    """Return settings in their stored form."""
    return completed(proposal.new)


def complete_key_set(proposal: Proposal[AdditionalKeySet]) -> AdditionalKeySet:
    """Return a key set in its stored form."""
    return proposal.new.model_copy(update={"signing_keys": completed(proposal.new.signing_keys)})


def check_settings(proposal: Proposal[OAuthOidcKeysSettings]) -> Iterator[FieldError]:
    """Find errors in the server's own keys. Keys may be missing while static keys are disabled."""
    settings = proposal.new
    yield from key_errors(settings, _loading(proposal.view), "", needs_rsa=settings.static_jwks_enabled)


def check_key_set(proposal: Proposal[AdditionalKeySet]) -> Iterator[FieldError]:
    """Find errors in a key set's keys and issuers."""
    key_set = proposal.new
    if not key_set.issuers:
        yield FieldError("At least one issuer is required.", "issuers", "required_field")
    for index, link in enumerate(key_set.issuers):
        users = proposal.view.used_by(handles.VIRTUAL_ISSUERS, link.id)
        if any(user.kind == handles.KEY_SETS.path.removeprefix("/") and user.id != key_set.id for user in users):
            yield FieldError("This issuer is already used by another key set.", f"issuers[{index}]", "value_in_use")
    yield from key_errors(key_set.signing_keys, _loading(proposal.view), _KEYS, needs_rsa=True)


def key_errors(keys: SigningKeys, load: Load, path: str, *, needs_rsa: bool) -> Iterator[FieldError]:
    """Find errors in keys; `path` is the path of the keys. The registry reports references to missing documents."""
    if needs_rsa and keys.rsa_active_cert_ref is None:
        yield FieldError("An active RSA certificate is required.", f"{path}rsaActiveCertRef", "required_field")
    for place in places_in(keys):
        for member, refusal, error_id in _place_errors(keys, place, load):
            yield FieldError(refusal, f"{path}{wire_name(keys, member)}", error_id)
    yield from _algorithm_errors(keys, path)
    seen: set[str] = set()
    for key_id, where in _key_ids(keys):
        # RFC 7517, section 4.5: verifiers select a key by its ID, so different keys need different IDs.
        if key_id in seen:
            yield FieldError("This key ID is already in use.", f"{path}{where}", "value_in_use")
        seen.add(key_id)


def _place_errors(keys: SigningKeys, place: SlotCertificate, load: Load) -> Iterator[tuple[str, str, str]]:
    if place.certificate is None:
        if place.key_id:
            yield place.key_id_member, "A key ID requires a certificate.", "certificate_required"
        return
    if place.previous:
        active = getattr(keys, f"{place.slot.prefix}_active_cert_ref")
        if active is None:
            yield place.cert_member, "A previous certificate requires an active one.", "active_required"
        elif active.id == place.certificate:
            yield place.cert_member, "The previous certificate must not be the active one.", "same_certificate"
    pair = load(place.certificate)
    reason = None if pair is None else key_mismatch(place.slot.family, pair)
    if reason is not None:
        yield place.cert_member, reason, "unfit_certificate"


def _algorithm_errors(keys: SigningKeys, path: str) -> Iterator[FieldError]:
    lists = (
        ("active", keys.rsa_active_cert_ref, keys.rsa_algorithm_active_key_ids),
        ("previous", keys.rsa_previous_cert_ref, keys.rsa_algorithm_previous_key_ids),
    )
    for state, certificate, entries in lists:
        here = f"{path}{wire_name(keys, f'rsa_algorithm_{state}_key_ids')}"
        if entries and certificate is None:
            yield FieldError(_NEEDS_CERTIFICATE[state], here, "certificate_required")
        seen: set[str] = set()
        for index, entry in enumerate(entries):
            if entry.rsa_alg_type in seen:
                text = "This algorithm already has a key ID."
                yield FieldError(text, f"{here}[{index}].rsaAlgType", "value_in_use")
            seen.add(entry.rsa_alg_type)


def _key_ids(keys: SigningKeys) -> Iterator[tuple[str, str]]:
    """Yield every key ID that an administrator has entered, with its path."""
    for place in places_in(keys):
        if place.key_id:
            yield place.key_id, wire_name(keys, place.key_id_member)
    for member in ("rsa_algorithm_active_key_ids", "rsa_algorithm_previous_key_ids"):
        for index, entry in enumerate(getattr(keys, member)):
            yield entry.key_id, f"{wire_name(keys, member)}[{index}].keyId"


def _loading(view: View) -> Load:
    def load(id_: str) -> KeyPair | None:
        try:
            return view.model(SIGNING_KEY_PAIRS, id_)
        except NotFound:
            return None

    return load
