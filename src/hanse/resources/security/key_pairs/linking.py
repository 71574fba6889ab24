"""Linking a private key of a hardware security module to a certificate.

This server has no interface to such modules: it stores private keys itself, encrypted. The operation of the API
contract checks the certificate, and then refuses the key, as a server without a module does.
"""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.key_files import KeyFileRefused, file_bytes, read_certificates
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.security.key_pairs.file_import import FileData
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.view import KeyPairView

REFUSAL = "This server has no hardware security module. Import or generate the key pair instead."


class KeyPairLink(ConfigModel):
    """A private key in a hardware security module, and its certificate."""

    private_key_id: Annotated[
        str,
        Field(title="Private key ID", min_length=1, max_length=256, description="ID of the private key in the module."),
    ]
    certificate_data: Annotated[FileData, Field(description="Certificate of the key: PEM, or DER in base64.")]


def link_operation(family: Resource[KeyPair]) -> Operation:
    """Return the operation for a family of key pairs."""
    return Operation(
        method="POST",
        path=f"{API}{family.path}/link",
        area=family.area,
        tag=family.text.title,
        summary=f"Link a key of a hardware security module: {family.text.title}",
        run=_link,
        body=KeyPairLink,
        answer=KeyPairView,
        status=201,
        extra_statuses=(422,),
    )


def _link(call: Call) -> OperationResult:
    try:
        read_certificates(file_bytes(call.body.certificate_data))
    except KeyFileRefused as error:
        raise ValidationFailed([FieldError(str(error), "certificateData", error.error_id)]) from error
    raise ValidationFailed([FieldError(REFUSAL, "privateKeyId", "unknown_crypto_provider")])
