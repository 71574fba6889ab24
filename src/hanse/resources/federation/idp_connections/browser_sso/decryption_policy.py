"""The parts of messages that an identity provider may encrypt for this server."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.resources.federation.connections.encryption_fields import (
    AcceptsEncryptedLogoutNames,
    EncryptsLogoutNames,
)


class DecryptionPolicy(ConfigModel):
    """The parts of messages that the partner may encrypt."""

    assertion_encrypted: Annotated[
        bool,
        Field(
            title="Encrypted assertions",
            description="Accept assertions that are encrypted for the decryption key. If off, they are refused.",
        ),
    ] = False
    subject_name_id_encrypted: Annotated[
        bool,
        Field(
            title="Encrypted name identifiers",
            description="Accept name identifiers that are encrypted for the decryption key. If off, they are refused.",
        ),
    ] = False
    attributes_encrypted: Annotated[
        bool,
        Field(
            title="Encrypted attributes",
            description="Accept attributes that are encrypted for the decryption key. If off, they are refused.",
        ),
    ] = False
    slo_encrypt_subject_name_id: Annotated[EncryptsLogoutNames, Field(alias="sloEncryptSubjectNameID")] = False
    slo_subject_name_id_encrypted: Annotated[AcceptsEncryptedLogoutNames, Field(alias="sloSubjectNameIDEncrypted")] = (
        False
    )

    @property
    def is_used(self) -> bool:
        """Return whether the partner may encrypt anything."""
        accepts_parts = self.subject_name_id_encrypted or self.attributes_encrypted
        return self.assertion_encrypted or accepts_parts or self.slo_subject_name_id_encrypted
