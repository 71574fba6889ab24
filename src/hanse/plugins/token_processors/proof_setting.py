"""The setting of token processors for tokens that are bound to a key or certificate."""

from typing import Final

from hanse.config.declare.plugin_fields import Field, FieldType

WITHOUT_PROOF: Final = "Accept Bound Tokens Without Proof"
PROOF_FIELD: Final = Field(
    name=WITHOUT_PROOF,
    type=FieldType.CHECK_BOX,
    description="Accept a token that is bound to a key or certificate (claim cnf) from a client that does not prove to"
    " have it, such as a gateway that received the token with a request. Only enable this if all clients of the policy"
    " verify the binding of the tokens that they receive.",
    default="false",
    advanced=True,
    own=True,
)
