"""Adds the facts of its certificate to a key pair, and checks that certificate and private key match."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import to_body
from hanse.config.expirations import Expiration
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import BrokenSeal
from hanse.crypto.certificate_chains import UnfitCertificate, check_leaf, check_order, from_chain
from hanse.crypto.certificate_facts import certificate_facts
from hanse.crypto.key_pairs import UnfitKey, key_from_text
from hanse.kit.clock import to_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.security.key_pairs.model import CertifiedKey, KeyPair

_PARTS = ("", "pending", "previous")


def facts_of(certificates: list[str]) -> dict[str, Any]:
    """Return the fields of a key pair that are derived from its chain; raises UnfitCertificate."""
    facts = certificate_facts(from_chain(certificates[:1])[0])
    return {
        "serial_number": facts.serial_number,
        "subject_dn": facts.subject,
        "subject_alternative_names": list(facts.alternative_names) or None,
        "issuer_dn": facts.issuer,
        "valid_from": to_text(facts.valid_from),
        "expires": to_text(facts.expires),
        "key_algorithm": facts.key_algorithm,
        "key_size": facts.key_size,
        "signature_algorithm": facts.signature_algorithm,
        "version": facts.version,
        "sha1_fingerprint": facts.sha1_fingerprint,
        "sha256_fingerprint": facts.sha256_fingerprint,
    }


@lru_cache(maxsize=1_000)
def facts_body(certificate: str) -> Mapping[str, Any]:
    """Return the facts of a stored certificate as members of a body; raises UnfitCertificate."""
    found = facts_of([certificate])
    return {_name(name): value for name, value in found.items() if value is not None}


def upgrade_facts(body: dict[str, Any]) -> dict[str, Any]:
    """Return a document of an export with its facts in today's form. Versions before 2026-11 wrote another one.

    Those versions wrote serial numbers in hexadecimal, names without spaces, and alternative names without their kinds.
    Facts in neither form stay unchanged, so that the rules report them.
    """
    certificates = body.get("certificates", [body.get("certificate")])
    if not isinstance(certificates, list) or not certificates or not isinstance(certificates[0], str):
        return body
    try:
        today = facts_body(certificates[0])
        certificate = from_chain(certificates[:1])[0]
    except UnfitCertificate:
        return body
    former: dict[str, Any] = {
        "serialNumber": f"{certificate.serial_number:X}",
        "subjectDN": certificate.subject.rfc4514_string(),
        "issuerDN": certificate.issuer.rfc4514_string(),
    }
    if "subjectAlternativeNames" in today:
        # Alternative names have the form `DNS: 'example.com'` today.
        names = [each.partition(": ")[2][1:-1] for each in today["subjectAlternativeNames"]]
        former["subjectAlternativeNames"] = names
    if any(body.get(name) != value for name, value in former.items()):
        return body
    return {**body, **{name: today[name] for name in former}}


def _name(field: str) -> str:
    return KeyPair.model_fields[field].alias or field


def certificate_expirations(body: Mapping[str, Any]) -> Iterator[Expiration]:
    """Yield the end of validity of the certificate whose facts a document has (`StorageOptions.expirations`)."""
    yield Expiration(body["expires"], body["subjectDN"], is_renewed="rotationSettings" in body)


def fill_facts(proposal: Proposal[KeyPair]) -> KeyPair:
    """Return a key pair with its certificate's facts, which replace those that were sent."""
    try:
        return proposal.new.model_copy(update=facts_of(proposal.new.certificates))
    except UnfitCertificate as error:
        raise ValidationFailed([FieldError(str(error), "certificates[0]", "invalid_certificate")]) from error


def check_facts(proposal: Proposal[KeyPair]) -> Iterator[FieldError]:
    """Find facts that differ from the certificate's; only the import of a configuration can contain such facts."""
    try:
        facts = facts_of(proposal.new.certificates)
    except UnfitCertificate as error:
        yield FieldError(str(error), "certificates[0]", "invalid_certificate")
        return
    for name, value in facts.items():
        if getattr(proposal.new, name) != value:
            yield FieldError("This value does not match the certificate.", _name(name), "certificate_mismatch")


def keys_belong(resource: Handle[Any]) -> Callable[[Proposal[KeyPair]], Iterator[FieldError]]:
    """Return the rule that each chain is valid and its leaf certificate belongs to the private key."""

    def check(proposal: Proposal[KeyPair]) -> Iterator[FieldError]:
        for part in _PARTS:
            holder = _part(proposal.new, part)
            if holder is not None:
                error = _error_in(holder, partial(_key_text, resource, proposal, part))
                path = f"{part}." if part else ""
                yield from [] if error is None else [replace(error, field_path=f"{path}{error.field_path}")]

    return check


def _error_in(holder: CertifiedKey, key_text: Callable[[], str | None]) -> FieldError | None:
    try:
        leaf, *others = from_chain(holder.certificates)
        check_order([leaf, *others])
        text = key_text()
        if text is None:
            return FieldError("This field is required.", "privateKey", "required_field")
        # Import has checked that the key's numbers are primes; `check_leaf` checks that the key signs.
        check_leaf(leaf, key_from_text(text, checked=True))
    except UnfitCertificate as error:
        return FieldError(str(error), "certificates", "invalid_certificate")
    except UnfitKey as error:
        return FieldError(str(error), "privateKey", "invalid_private_key")
    except BrokenSeal as error:
        return FieldError(str(error), "encryptedPrivateKey", "invalid_encrypted_value")
    return None


def _part(pair: KeyPair, part: str) -> CertifiedKey | None:
    found: CertifiedKey | None = getattr(pair, part) if part else pair
    return found


def _key_text(resource: Handle[Any], proposal: Proposal[KeyPair], part: str) -> str | None:
    """Return the private key of a part in clear text: as it was sent, or decrypted from the sealed text.

    A save without either is refused even if the store would keep the old key, because this chain may belong to another
    one.
    """
    holder = _part(proposal.new, part)
    if holder is None or holder.private_key:
        return None if holder is None else holder.private_key
    way = (part, "privateKey") if part else ("privateKey",)
    return proposal.view.secret(resource, StoredDocument("", to_body(proposal.new), 0), *way)
