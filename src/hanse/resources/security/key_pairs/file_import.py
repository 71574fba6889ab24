"""Import of a key pair that was created elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Call, Operation
from hanse.crypto.key_file_process import open_key_file
from hanse.crypto.key_files import FILE, KeyFileRefused, file_bytes
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.security.key_pairs.creation import making_operation
from hanse.resources.security.key_pairs.generation import provider_errors
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.rules import check_reserved
from hanse.resources.security.key_pairs.view import CryptoProvider

# Size limit in base64. A key with a chain of ten certificates needs half of it.
LONGEST_FILE = 80_000
LONGEST_PASSWORD = 256
FileData = Annotated[str, Field(title="File", min_length=1, max_length=LONGEST_FILE, repr=False)]


class KeyFileFormat(StrEnum):
    """File format of an imported key pair."""

    PKCS12 = "PKCS12"
    PEM = "PEM"


class KeyPairFile(ConfigModel):
    """A file with a private key and its certificates; a PEM file may be sent without base64 encoding."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    file_data: Annotated[FileData, Field(description="Content of the file, in base64.")]
    format: Annotated[
        KeyFileFormat | None,
        Field(title="Format", description="Format of the file. If left out, the server detects it."),
    ] = None
    password: Annotated[
        str | None,
        Field(title="Password", max_length=LONGEST_PASSWORD, description="Password with which the file is encrypted."),
    ] = None
    encrypted_password: Annotated[str | None, Field(max_length=65_536)] = None
    crypto_provider: Annotated[CryptoProvider | None, Field(title="Crypto provider")] = None


def import_operation(resource: Resource[KeyPair]) -> Operation:
    """Return the operation that imports a key pair of a family."""

    def made(call: Call) -> KeyPair:
        return _read(call.body)

    return making_operation(resource, "import", KeyPairFile, made, errors_at_file)


def _read(file: KeyPairFile) -> KeyPair:
    if errors := [*_errors_in(file), *provider_errors(file.crypto_provider)]:
        raise ValidationFailed(errors)
    with errors_at_file():
        opened = open_key_file(file_bytes(file.file_data), file.password or "", file.format)
    return KeyPair(id=file.id, certificates=opened.certificates, private_key=opened.key)


def _errors_in(file: KeyPairFile) -> Iterator[FieldError]:
    if file.password is None:
        yield FieldError("This field is required.", "password", "required_field")
    if file.encrypted_password is not None:
        message = "Send the password in plain text. It is used once and is not stored."
        yield FieldError(message, "encryptedPassword", "unexpected_field")
    yield from check_reserved(file.id)


@contextmanager
def errors_at_file() -> Iterator[None]:
    """Report errors about the certificate and the key at the file that they came from, each error once."""
    try:
        yield
    except KeyFileRefused as error:
        raise ValidationFailed([FieldError(str(error), error.member, error.error_id)]) from error
    except ValidationFailed as error:
        paths = {each.field_path for each in error.errors}
        raise ValidationFailed(
            [
                each if each.field_path == "id" else replace(each, field_path=FILE)
                for each in error.errors
                # The same certificate also has the same serial number.
                if not (each.field_path == "serialNumber" and "sha256Fingerprint" in paths)
            ],
            error.message,
        ) from error
