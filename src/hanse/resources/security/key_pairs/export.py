"""Export of key pairs: certificates for all readers, private keys only encrypted and with an entry in the history."""

from typing import Annotated

import structlog
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.declare.view import View
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.certificate_chains import to_pem
from hanse.crypto.key_file_process import make_key_file
from hanse.resources.security.key_pairs.file_import import LONGEST_PASSWORD, KeyFileFormat
from hanse.resources.security.key_pairs.model import KeyPair

LOG = structlog.stdlib.get_logger("hanse.keys")
# A holder of the file can try passwords offline, and the formats use only a few thousand hash iterations.
SHORTEST_PASSWORD = 14
CERTIFICATE_TYPE = "application/pem-certificate-chain"  # RFC 8555, section 9.1.
# Content type and file name extension of each format; no type is registered for PEM with a key.
_FILES = {KeyFileFormat.PKCS12: ("application/pkcs12", "p12"), KeyFileFormat.PEM: ("application/x-pem-file", "pem")}


def _check_password(text: str) -> str:
    # RFC 7292, appendix B.1: PKCS #12 has two bytes for each character, so characters that need more are refused.
    if any(not "\x20" <= character <= "\uffff" for character in text):
        raise PydanticCustomError("invalid_password", "This must not contain control characters or emoji.")
    return text


class KeyPairExportSettings(ConfigModel):
    """Format and password of an exported key pair."""

    password: Annotated[
        str,
        Field(title="Password", min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD, repr=False),
        AfterValidator(_check_password),
    ]


def certificate_operation(resource: Resource[KeyPair]) -> Operation:
    """Return the operation that returns a key pair's certificate with its chain."""

    def run(call: Call) -> OperationResult:
        pair = call.view.model(resource, call.path["id"])
        return OperationResult(to_pem(pair.certificates), headers=attached(call.path["id"], "crt"))

    return Operation(
        path=f"{API}{resource.item_path}/certificate",
        area=resource.area,
        summary=f"Certificate: {resource.text.title}",
        run=run,
        tag=resource.text.title,
        answer={"type": "string"},
        answer_type=CERTIFICATE_TYPE,
    )


def export_operation(resource: Resource[KeyPair], file_format: KeyFileFormat) -> Operation:
    """Return the operation that exports a pair with its key in a format."""
    content_type, ending = _FILES[file_format]

    def run(call: Call) -> OperationResult:
        id_ = call.path["id"]
        with call.configuration.reading() as view:
            key, certificates = _key_and_chain(view, resource, id_)
        file = make_key_file(key, certificates, call.body.password, file_format, id_)
        # The entry in the history is written before the file is sent.
        with call.changing() as change:
            change.note(resource, id_, f"exported as {file_format}")
        LOG.info(
            "private key exported", kind=resource.kind, id=id_, format=str(file_format), actor=call.principal.username
        )
        return OperationResult(file, headers=attached(id_, ending))

    return Operation(
        method="POST",
        path=f"{API}{resource.item_path}/{file_format.lower()}",
        area=resource.area,
        summary=f"Export as {file_format}: {resource.text.title}",
        run=run,
        tag=resource.text.title,
        body=KeyPairExportSettings,
        answer={"type": "string", "format": "binary"},
        answer_type=content_type,
        in_transaction=False,
        computes=True,
    )


def attached(id_: str, ending: str) -> dict[str, str]:
    """Return the header that makes a browser save the answer (RFC 6266). The id needs no escaping in a file name."""
    return {"Content-Disposition": f'attachment; filename="{id_}.{ending}"'}


def _key_and_chain(view: View, resource: Resource[KeyPair], id_: str) -> tuple[str, list[str]]:
    stored = view.get(resource, id_)
    key = view.secret(resource, stored, "privateKey")
    if key is None:
        raise TypeError("a key pair without a key is not stored")
    return key, stored.body["certificates"]
