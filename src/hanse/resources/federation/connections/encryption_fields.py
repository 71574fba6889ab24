"""Fields of the encryption of logout messages, which both kinds of connections have."""

from typing import Annotated

from pydantic import Field

EncryptsLogoutNames = Annotated[
    bool,
    Field(
        title="Encrypt name identifiers in logout requests",
        description="Encrypt the name identifier in logout requests to the partner with the partner's encryption"
        " certificate.",
    ),
]
AcceptsEncryptedLogoutNames = Annotated[
    bool,
    Field(
        title="Encrypted name identifiers in logout requests",
        description="Accept logout requests whose name identifier is encrypted for the decryption key. If off, they"
        " are refused.",
    ),
]
