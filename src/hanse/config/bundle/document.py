"""The format of an export: its members, writing and reading."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Base64Bytes, Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.validation import parse
from hanse.kit.errors import FieldError, MalformedRequest, ValidationFailed
from hanse.kit.texts.messages import message

FORMAT = "hanse-configuration"
FORMAT_VERSION = 1

# Receives the current step, the completed amount and the total amount.
Progress = Callable[[str, int, int], None]


def no_progress(_step: str, _done: int, _total: int) -> None:
    """Report no progress."""


class ExportedKey(ConfigModel):
    """One configuration encryption key; `wrapped_key` is the key under the master key (RFC 3394), in base64."""

    key_id: Annotated[str, Field(min_length=1, max_length=64)]
    creation_date: Annotated[str, Field(max_length=32)]
    wrapped_key: Base64Bytes


class Bundle(ConfigModel):
    """An export. `documents` has the bodies of each kind as lists; the list of a singleton has one item."""

    format: Literal["hanse-configuration"]
    format_version: Literal[1]
    product_version: Annotated[str, Field(max_length=64)]
    encryption_keys: list[ExportedKey]
    documents: dict[str, list[dict[str, Any]]]


def to_bytes(exported: dict[str, Any]) -> bytes:
    """Return an export as a file's content."""
    return json.dumps(exported, ensure_ascii=False, indent=2).encode() + b"\n"


def read(data: bytes) -> Bundle:
    """Return a file's content as a bundle; raises ValidationFailed."""
    try:
        return parse(Bundle, data)
    except MalformedRequest:
        raise ValidationFailed([FieldError("The file is not JSON, or is cut off.")]) from None
    except ValidationFailed as failure:
        found = {error.field_path for error in failure.errors}
        if "format" in found:
            raise ValidationFailed(
                [FieldError("The file is not an export of a Hanse configuration.", "format")]
            ) from None
        if "formatVersion" in found:
            text = message(
                "The format of this export is newer than this server, which supports version {format_version}.",
                format_version=FORMAT_VERSION,
            )
            raise ValidationFailed([FieldError(text, "formatVersion")]) from None
        raise
