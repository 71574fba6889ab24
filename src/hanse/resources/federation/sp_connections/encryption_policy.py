"""The parts of messages that are encrypted for a service provider."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.types import Name
from hanse.resources.federation.connections.encryption_fields import (
    AcceptsEncryptedLogoutNames,
    EncryptsLogoutNames,
)
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES


class EncryptionPolicy(ConfigModel):
    """Parts of messages that are encrypted with the partner's certificate."""

    encrypt_assertion: Annotated[
        bool, Field(title="Encrypt assertions", description="Encrypt assertions with the partner's certificate.")
    ] = False
    encrypted_attributes: Annotated[
        list[Name],
        Field(
            title="Encrypted attributes",
            description="Attributes that are encrypted one by one with the partner's certificate. SAML_SUBJECT is the"
            " name identifier. Without effect if assertions are encrypted.",
            max_length=MOST_ATTRIBUTES + 1,
            default_factory=list,
        ),
    ]
    encrypt_slo_subject_name_id: EncryptsLogoutNames = False
    slo_subject_name_id_encrypted: Annotated[AcceptsEncryptedLogoutNames, Field(alias="sloSubjectNameIDEncrypted")] = (
        False
    )

    @property
    def encrypts(self) -> bool:
        """Return whether anything is encrypted for the partner."""
        return self.encrypt_assertion or bool(self.encrypted_attributes) or self.encrypt_slo_subject_name_id
