"""The certificates of a connection, which verify a partner's signatures and encrypt what the partner receives."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Final

from cryptography import x509
from pydantic import Field

from hanse.config.declare.fields import ConfigModel, ServerSet
from hanse.config.expirations import Expiration
from hanse.crypto.certificate_chains import UnfitCertificate, from_chain, public_key_of, to_chain, to_pem
from hanse.crypto.key_files import KeyFileRefused, file_bytes, read_certificates
from hanse.kit.errors import FieldError
from hanse.resources.security.key_pairs.certificate_fields import facts_body
from hanse.resources.security.key_pairs.generation import provider_errors
from hanse.resources.security.key_pairs.view import CertView, status_at
from hanse.resources.security.trusted_cas import X509File

MOST_CERTIFICATES: Final = 10
CERTIFICATES: Final = "credentials.certs"
# The member of the credentials with the partner's certificates as a TLS client.
INBOUND: Final = "inboundBackChannelAuth"
INBOUND_AUTHENTICATION: Final = f"credentials.{INBOUND}"
CLIENT_CERTIFICATES: Final = f"{INBOUND_AUTHENTICATION}.certs"
# Members of a TLS client certificate that have no effect, or that the server sets.
UNUSED_OF_CLIENTS: Final = (
    "certView",
    "encryptionCert",
    "primaryVerificationCert",
    "secondaryVerificationCert",
    "x509File.cryptoProvider",
    "x509File.id",
)
_PEM: Final = re.compile(r"-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*")
Body = dict[str, Any]


class ConnectionCert(ConfigModel):
    """A certificate of a partner, with its use."""

    cert_view: Annotated[CertView | None, ServerSet(), Field(title="Facts of the certificate")] = None
    x509_file: Annotated[X509File, Field(title="Certificate", alias="x509File")]
    active_verification_cert: Annotated[
        bool, Field(title="Active", description="Use the certificate to verify signatures of the partner.")
    ] = True
    primary_verification_cert: Annotated[
        bool, Field(title="Primary", description="Try this certificate before all others.")
    ] = False
    secondary_verification_cert: Annotated[
        bool, Field(title="Secondary", description="Try this certificate after the primary one.")
    ] = False
    encryption_cert: Annotated[
        bool, Field(title="Encryption", description="Encrypt what is sent to the partner with this certificate's key.")
    ] = False


def verifying(certificates: Iterable[ConnectionCert]) -> tuple[ConnectionCert, ...]:
    """Return the certificates that verify signatures, in the order in which they are tried."""
    active = (each for each in certificates if each.active_verification_cert)
    return tuple(
        sorted(active, key=lambda each: (not each.primary_verification_cert, not each.secondary_verification_cert))
    )


def certificate_of(pem: str) -> x509.Certificate:
    """Return a stored certificate. Raises UnfitCertificate."""
    return from_chain([_encoded(pem)])[0]


def normalized(
    certificates: Iterable[ConnectionCert], holder: str = CERTIFICATES
) -> tuple[list[ConnectionCert], list[FieldError]]:
    """Return certificates in their stored form, and the errors in them. `holder` is the path of the list."""
    stored, errors = [], []
    for index, each in enumerate(certificates):
        path = f"{holder}[{index}]"
        unknown = provider_errors(each.x509_file.crypto_provider)
        errors += [replace(error, field_path=f"{path}.x509File.cryptoProvider") for error in unknown]
        try:
            stored.append(_normalized(each))
        except (KeyFileRefused, UnfitCertificate) as refused:
            errors.append(FieldError(str(refused), f"{path}.x509File.fileData", "invalid_certificate"))
    return stored, errors


def _normalized(certificate: ConnectionCert) -> ConnectionCert:
    return certificate.model_copy(update={"x509_file": stored_file(certificate.x509_file)})


def stored_file(file: X509File) -> X509File:
    """Return a file with one certificate in its stored form, with an ID. Raises KeyFileRefused and UnfitCertificate."""
    found = read_certificates(file_bytes(file.file_data))
    if len(found) != 1:
        raise KeyFileRefused("The file must contain exactly one certificate.")
    public_key_of(found[0])
    chain = to_chain(found)
    text = file.file_data if _is_plain_pem(file.file_data, chain[0]) else to_pem(chain)
    return file.model_copy(update={"id": file.id or _fingerprint(chain[0])[:32].lower(), "file_data": text})


def _is_plain_pem(text: str, encoded: str) -> bool:
    """Return whether a text is a certificate in PEM and nothing else. It is stored unchanged, with its line endings.

    Clients that compare what they have sent with what they read would report other line endings as a difference.
    """
    return _PEM.fullmatch(text) is not None and _encoded(text) == encoded


def certificate_errors(certificates: Iterable[ConnectionCert], holder: str = CERTIFICATES) -> Iterator[FieldError]:
    """Find repeated certificates and IDs, and contradictory uses. `holder` is the path of the list."""
    found = list(certificates)
    seen: set[str] = set()
    ids: set[str | None] = set()
    for index, each in enumerate(found):
        path = f"{holder}[{index}]"
        text = _encoded(each.x509_file.file_data)
        if text in seen:
            yield FieldError("The list already has this certificate.", f"{path}.x509File.fileData", "value_in_use")
        elif each.x509_file.id in ids:
            yield FieldError("This ID is already in use.", f"{path}.x509File.id", "value_in_use")
        seen.add(text)
        ids.add(each.x509_file.id)
    if sum(each.primary_verification_cert for each in found) > 1:
        yield FieldError("Only one certificate can be the primary one.", holder, "value_in_use")
    if sum(each.encryption_cert for each in found) > 1:
        yield FieldError("Only one certificate can be used for encryption.", holder, "value_in_use")


def with_facts(body: Body, now: datetime) -> Body:
    """Return a connection whose certificates have their facts at a time."""
    credentials = body.get("credentials")
    if not credentials:
        return body
    shown = _with_views(credentials, now)
    if shown.get(INBOUND):
        shown = {**shown, INBOUND: _with_views(shown[INBOUND], now)}
    return {**body, "credentials": shown}


def _with_views(holder: Body, now: datetime) -> Body:
    found = holder.get("certs")
    if not found:
        return holder
    return {**holder, "certs": [{**each, "certView": certificate_view(each["x509File"], now)} for each in found]}


def certificate_facts_of(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the facts of the certificates of a stored connection that are in use, each once."""
    credentials = body.get("credentials") or {}
    found = [*(credentials.get("certs") or ()), *((credentials.get(INBOUND) or {}).get("certs") or ())]
    used = (each for each in found if each.get("activeVerificationCert") or each.get("encryptionCert"))
    for encoded in dict.fromkeys(_encoded(each["x509File"]["fileData"]) for each in used):
        yield facts_body(encoded)


def certificate_expirations(body: Mapping[str, Any]) -> Iterator[Expiration]:
    """Yield the ends of validity of the certificates that are in use (`StorageOptions.expirations`)."""
    for facts in certificate_facts_of(body):
        yield Expiration(facts["expires"], facts["subjectDN"], part=facts["sha256Fingerprint"])


def file_facts(file: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts of the certificate in a stored file."""
    return facts_body(_encoded(file["fileData"]))


def certificate_view(file: Mapping[str, Any], now: datetime) -> Body:
    """Return the facts of the certificate in a stored file, with its status at a time (`CertView`)."""
    facts = file_facts(file)
    known = {name: value for name, value in facts.items() if name in _view_members()}
    status = status_at(facts["validFrom"], facts["expires"], now)
    return {"id": file["id"], **known, "status": status.value}


@cache
def _view_members() -> frozenset[str]:
    return frozenset(info.alias or name for name, info in CertView.model_fields.items())


def _encoded(pem: str) -> str:
    """Return the base64 text of a certificate in PEM."""
    return "".join(pem.split("-----")[2].split()) if "-----" in pem else pem


def _fingerprint(certificate: str) -> str:
    return str(facts_body(certificate)["sha256Fingerprint"]).replace(":", "")
