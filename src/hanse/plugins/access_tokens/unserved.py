"""Fields that existing configurations have, of things that this server does not do: only what changes nothing is taken.

They are declared, so that scripts written for other servers of this API work as they are; whoever asks for the thing
itself is told at the field, and does not take it for granted.
"""

from hanse.config.plugins.fields import Field, FieldType, Option
from hanse.config.plugins.making import flag

_MAJORITY, _ALL_NODES = "3", "2"

ENCRYPTION_KEYS = (
    Field(
        name="Asymmetric Encryption JWKS URL",
        description="Where the public key of who is to read the tokens is published. Enter the key itself.",
        maximum_length=2048,
        lacks="JWKS URLs for encryption",
    ),
    Field(
        name="Default JWKS URL Cache Duration",
        description="For how many minutes keys are kept that were read at a JWKS URL.",
        default="720",
        advanced=True,
        lacks="JWKS URLs for encryption",
    ),
)
PUBLISHED_CERTIFICATES = (
    flag(
        "Publish Keys to the PingFederate JWKS Endpoint",
        "Whether the keys are also among the server's own. Give them a path of their own.",
        advanced=True,
        lacks="keys of managers among its own",
    ),
    flag(
        "Publish Key ID X.509 URL",
        "Whether certificates are published at addresses with their key IDs.",
        advanced=True,
        lacks="addresses of single certificates",
    ),
    flag(
        "Publish Thumbprint X.509 URL",
        "Whether certificates are published at addresses with their thumbprints.",
        advanced=True,
        lacks="addresses of single certificates",
    ),
)
# Reference tokens are kept in the database that all nodes share: none has to ask others, and none has to wait.
CALLS_BETWEEN_NODES = (
    Field(
        name="Mode for Synchronous RPC",
        description="How many nodes have to answer when a token is looked up. Nodes share what they keep: with either,"
        " a token that one of them made is known to all.",
        type=FieldType.SELECT,
        options=(Option("Majority of Nodes", _MAJORITY), Option("All Nodes", _ALL_NODES)),
        default=_MAJORITY,
        advanced=True,
    ),
    Field(
        name="RPC Timeout",
        description="How many milliseconds are waited for other nodes. Nodes share what they keep.",
        default="500",
        advanced=True,
        lacks="calls between nodes to wait for",
    ),
)
