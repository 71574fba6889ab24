"""Configuration encryption keys: a list of the keys, and their rotation.

The keys are not documents, because documents are encrypted with them. A rotation is recorded in a document, so that the
history says who rotated the key and when.
"""

from collections.abc import Sequence
from typing import Annotated

import structlog
from pydantic import Field

from hanse.config.change.encryption_key_rotation import SealedColumn, rotate
from hanse.config.change.write_transaction import Author
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ApiOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.secrets.keyring import EncryptionKey

LOG = structlog.stdlib.get_logger("hanse.keys")
_TAG = "Configuration Encryption Keys"


class ConfigurationEncryptionKey(ConfigModel):
    """A configuration encryption key: its ID, and its creation date if known. The key itself is never shown."""

    key_id: Annotated[str, Field(title="Key ID")]
    creation_date: Annotated[str | None, Field(title="Creation Time", json_schema_extra={"format": "date-time"})] = None


class ConfigurationEncryptionKeys(ConfigModel):
    """All configuration encryption keys, the newest first. The newest encrypts; the others decrypt older values."""

    items: list[ConfigurationEncryptionKey]


class RotationRecord(ConfigModel):
    """The last rotation: the ID of the new key, and the number of secrets that were encrypted with it."""

    key_id: Annotated[str | None, Field(max_length=64)] = None
    secrets: int = 0


PAGE = ConsolePage(
    id="configurationEncryptionKeys",
    label="Configuration Encryption Keys",
    heading=CERTIFICATES_AND_KEYS,
    slug="configuration-encryption-keys",
    position=100,
    keywords=("rotation", "secrets", "master key"),
    is_react=True,
)
ROTATION_RECORD = Resource(
    path="/internal/records/configurationEncryptionKeys",
    model=RotationRecord,
    area=Area.KEYS,
    text=ResourceText(title=_TAG, description="The last rotation of the configuration encryption key."),
    default=RotationRecord,
    api=ApiOptions(methods=frozenset()),
    storage=StorageOptions(kind="configurationEncryptionKeys"),
    deployment=DeploymentOptions(
        # Engines load new keys and re-encrypted secrets automatically, so a rotation needs no replication.
        scope=ReplicationScope.CONSOLES,
        # An export contains the keys that it needs for its secrets.
        exported=False,
    ),
    ui=Ui(page=PAGE),
)


def encryption_key_operations(columns: Sequence[SealedColumn]) -> tuple[Operation, ...]:
    """Return the operations; `columns` are the columns outside of documents that contain secrets."""

    def rotate_(call: Call) -> OperationResult:
        author = Author(call.principal.username, call.caller.request_id)
        with call.configuration.changing_keys(author) as (change, keyring):
            rotated = rotate(change, keyring, columns)
            change.replace(
                ROTATION_RECORD,
                ROTATION_RECORD.singleton_id,
                RotationRecord(key_id=rotated.key.key_id, secrets=rotated.sealed),
            )
            answer = _answer(keyring.keys(), status=201)
        LOG.info("configuration encryption key rotated", key_id=rotated.key.key_id, secrets=rotated.sealed)
        return answer

    return (
        Operation(
            path=f"{API}/configurationEncryptionKeys",
            area=Area.KEYS,
            tag=_TAG,
            summary="List: Configuration Encryption Keys, the newest first",
            run=_list,
            answer=ConfigurationEncryptionKeys,
        ),
        Operation(
            method="POST",
            path=f"{API}/configurationEncryptionKeys/rotate",
            area=Area.KEYS,
            tag=_TAG,
            summary="Create a key and encrypt all stored secrets with it",
            run=rotate_,
            answer=ConfigurationEncryptionKeys,
            status=201,
            # A rotation keeps a processor core busy for a while, and opens its own transaction with its own keyring.
            computes=True,
            in_transaction=False,
        ),
    )


def _list(call: Call) -> OperationResult:
    keyring = call.view.secrets.keyring
    keyring.refresh(call.view.connection)
    return _answer(keyring.keys())


def _answer(keys: Sequence[EncryptionKey], status: int = 200) -> OperationResult:
    items = [{"keyId": key.key_id, **_date(key)} for key in reversed(keys)]
    return OperationResult({"items": items}, status=status)


def _date(key: EncryptionKey) -> dict[str, str]:
    # A key from an import has the creation date given by the import, which may be empty.
    return {"creationDate": key.creation_date} if key.creation_date else {}
