"""The credentials of a connection: certificates and keys that verify a partner's signatures."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Final

from cryptography import x509
from pydantic import Field, model_validator

from hanse.config.declare.fields import ConfigModel, ServerSet
from hanse.crypto.certificate_chains import UnfitCertificate, from_chain, public_key_of, to_chain, to_pem
from hanse.crypto.key_files import KeyFileRefused, file_bytes, read_certificates
from hanse.kit.errors import FieldError
from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.federation.idp_connections.unsupported_members import without_unsupported
from hanse.resources.security.key_pairs.certificate_fields import facts_body
from hanse.resources.security.key_pairs.generation import provider_errors
from hanse.resources.security.key_pairs.view import CertView, status_at
from hanse.resources.security.trusted_cas import X509File

MOST_CERTIFICATES: Final = 10
CERTIFICATES: Final = "credentials.certs"
_UNSUPPORTED: Final = (
    "verificationSubjectDN",
    "verificationIssuerDN",
    "blockEncryptionAlgorithm",
    "keyTransportAlgorithm",
    "signingSettings",
    "decryptionKeyPairRef",
    "secondaryDecryptionKeyPairRef",
    "outboundBackChannelAuth",
    "inboundBackChannelAuth",
)
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
    encryption_cert: Annotated[bool, Field(title="Encryption")] = False


class ConnectionCredentials(ConfigModel):
    """Certificates and keys that verify the signatures of a partner."""

    certs: Annotated[
        list[ConnectionCert],
        Field(
            title="Verification certificates",
            description="Certificates whose keys sign the partner's assertions. An expired certificate verifies"
            " nothing.",
            max_length=MOST_CERTIFICATES,
            default_factory=list,
        ),
    ]
    jwks_url: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="JWKS URL",
            description="Address at which the partner publishes its keys (RFC 7517). They verify JSON Web Tokens, in"
            " addition to the certificates.",
        ),
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        return without_unsupported(sent, _UNSUPPORTED)

    @property
    def verifying(self) -> tuple[ConnectionCert, ...]:
        """Return the active certificates in the order in which they are tried."""
        active = (each for each in self.certs if each.active_verification_cert)
        return tuple(
            sorted(active, key=lambda each: (not each.primary_verification_cert, not each.secondary_verification_cert))
        )


def certificate_of(pem: str) -> x509.Certificate:
    """Return a stored certificate. Raises UnfitCertificate."""
    return from_chain([_encoded(pem)])[0]


def normalized(credentials: ConnectionCredentials) -> tuple[ConnectionCredentials, list[FieldError]]:
    """Return credentials with certificates in their stored form, and the errors in them."""
    certificates, errors = [], []
    for index, each in enumerate(credentials.certs):
        path = f"{CERTIFICATES}[{index}]"
        unknown = provider_errors(each.x509_file.crypto_provider)
        errors += [replace(error, field_path=f"{path}.x509File.cryptoProvider") for error in unknown]
        try:
            certificates.append(_normalized(each))
        except (KeyFileRefused, UnfitCertificate) as refused:
            errors.append(FieldError(str(refused), f"{path}.x509File.fileData", "invalid_certificate"))
    if errors:
        return credentials, errors
    return credentials.model_copy(update={"certs": certificates}), []


def _normalized(certificate: ConnectionCert) -> ConnectionCert:
    found = read_certificates(file_bytes(certificate.x509_file.file_data))
    if len(found) != 1:
        raise KeyFileRefused("The file must contain exactly one certificate.")
    public_key_of(found[0])
    chain = to_chain(found)
    file = {"id": certificate.x509_file.id or _fingerprint(chain[0])[:32].lower(), "file_data": to_pem(chain)}
    return certificate.model_copy(update={"x509_file": certificate.x509_file.model_copy(update=file)})


def credential_errors(credentials: ConnectionCredentials) -> Iterator[FieldError]:
    """Find missing and repeated certificates, and uses that this version does not support."""
    if not credentials.verifying and not credentials.jwks_url:
        text = "Add an active verification certificate, or enter a JWKS URL."
        yield FieldError(text, CERTIFICATES, "required_field")
    seen: set[str] = set()
    ids: set[str | None] = set()
    for index, each in enumerate(credentials.certs):
        path = f"{CERTIFICATES}[{index}]"
        text = _encoded(each.x509_file.file_data)
        if text in seen:
            yield FieldError("The list already has this certificate.", f"{path}.x509File.fileData", "value_in_use")
        elif each.x509_file.id in ids:
            yield FieldError("This ID is already in use.", f"{path}.x509File.id", "value_in_use")
        if each.encryption_cert:
            text_of_error = "Certificates for encryption are not supported by this version."
            yield FieldError(text_of_error, f"{path}.encryptionCert", "not_supported")
        seen.add(text)
        ids.add(each.x509_file.id)
    if sum(each.primary_verification_cert for each in credentials.certs) > 1:
        yield FieldError("Only one certificate can be the primary one.", CERTIFICATES, "value_in_use")


def with_facts(body: Body, now: datetime) -> Body:
    """Return a connection whose certificates have their facts at a time."""
    credentials = body.get("credentials") or {}
    shown = [{**each, "certView": _facts(each, now)} for each in credentials.get("certs") or ()]
    return {**body, "credentials": {**credentials, "certs": shown}}


def certificate_facts_of(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the facts of the active certificates of a stored connection."""
    for each in (body.get("credentials") or {}).get("certs") or ():
        if each.get("activeVerificationCert"):
            yield facts_body(_encoded(each["x509File"]["fileData"]))


def _facts(certificate: Body, now: datetime) -> Body:
    facts = facts_body(_encoded(certificate["x509File"]["fileData"]))
    known = {name: value for name, value in facts.items() if name in _view_members()}
    status = status_at(facts["validFrom"], facts["expires"], now)
    return {"id": certificate["x509File"]["id"], **known, "status": status.value}


@cache
def _view_members() -> frozenset[str]:
    return frozenset(info.alias or name for name, info in CertView.model_fields.items())


def _encoded(pem: str) -> str:
    """Return the base64 text of a certificate in PEM."""
    return "".join(pem.split("-----")[2].split()) if "-----" in pem else pem


def _fingerprint(certificate: str) -> str:
    return str(facts_body(certificate)["sha256Fingerprint"]).replace(":", "")
