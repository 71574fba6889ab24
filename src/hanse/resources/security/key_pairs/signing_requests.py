"""Certificate signing requests of key pairs, and the certificates that authorities issue for them."""

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.http.item_answers import item_answer
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.certificate_builder import alternative_names_of, signing_request
from hanse.crypto.certificate_chains import UnfitCertificate, chain_of, from_chain, public_key_of, to_chain
from hanse.crypto.key_files import KeyFileRefused, file_bytes, read_certificates
from hanse.crypto.key_pairs import KEY_ALGORITHMS, PublicKey, algorithm_of, same_public_key
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.security.key_pairs.export import attached
from hanse.resources.security.key_pairs.file_import import FileData, errors_at_file
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair
from hanse.resources.security.key_pairs.view import KeyPairView


class CSRResponse(ConfigModel):
    """The certificate that an authority has issued: PEM, or PKCS #7 or DER in base64."""

    file_data: FileData


def request_operation(resource: Resource[KeyPair]) -> Operation:
    """Return the operation that creates a signing request for a certificate like the current one."""

    def run(call: Call) -> OperationResult:
        id_ = call.path["id"]
        active = open_key_pair(call.view, resource, id_).active
        leaf = from_chain(active.certificates[:1])[0]
        algorithm, _ = algorithm_of(active.private_key.public_key())
        known = KEY_ALGORITHMS[algorithm]
        signature = call.view.model(resource, id_).signature_algorithm or ""
        if signature not in known.signature_algorithms:
            signature = known.default_signature_algorithm
        request = signing_request(active.private_key, leaf.subject, alternative_names_of(leaf), signature)
        return OperationResult(request.public_bytes(Encoding.PEM).decode(), headers=attached(id_, "csr"))

    return Operation(
        path=f"{API}{resource.item_path}/csr",
        area=resource.area,
        summary=f"Certificate signing request: {resource.text.title}",
        run=run,
        tag=resource.text.title,
        answer={"type": "string"},
        answer_type="application/x-pem-file",
    )


def response_operation(resource: Resource[KeyPair]) -> Operation:
    """Return the operation that replaces the current certificate with the one that an authority has issued."""

    def run(call: Call) -> OperationResult:
        id_ = call.path["id"]
        pair = call.change.model(resource, id_)
        if pair.rotation_settings is not None:
            message = (
                "Remove the rotation settings first. The server cannot renew a certificate that a certificate "
                "authority signed."
            )
            raise ValidationFailed([FieldError(message, None, "rotation_enabled")])
        with errors_at_file():
            chain = _chain_for(public_key_of(from_chain(pair.certificates)[0]), call.body, call.ports.get(Clock))
            updated = pair.model_copy(update={"certificates": chain})
            stored = call.change.replace(resource, id_, updated, call.expected)
        return item_answer(resource, call, stored)

    return Operation(
        method="POST",
        path=f"{API}{resource.item_path}/csr",
        area=resource.area,
        summary=f"Import a CSR response: {resource.text.title}",
        run=run,
        tag=resource.text.title,
        body=CSRResponse,
        answer=KeyPairView,
        # The entity tag of the request is checked as in other replacements of a document.
        extra_statuses=(409,),
    )


def _check_not_expired(certificate: x509.Certificate, clock: Clock) -> None:
    """Raise KeyFileRefused if the certificate has expired: it cannot be the answer to a current request."""
    if certificate.not_valid_after_utc < clock.now():
        day = certificate.not_valid_after_utc.date().isoformat()
        raise KeyFileRefused(message("The certificate expired on {day}.", day=day), error_id="certificate_expired")


def _chain_for(key: PublicKey, response: CSRResponse, clock: Clock) -> list[str]:
    certificates = read_certificates(file_bytes(response.file_data))
    try:
        leaf = next((each for each in certificates if same_public_key(public_key_of(each), key)), None)
        if leaf is None:
            raise KeyFileRefused("The certificate does not belong to this key pair.", error_id="key_mismatch")
        _check_not_expired(leaf, clock)
        return to_chain(chain_of(leaf, certificates))
    except UnfitCertificate as error:
        raise KeyFileRefused(str(error), error_id="unfit_certificate") from error
