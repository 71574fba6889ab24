"""Fields of existing configurations for features that this server does not support. Only neutral values are accepted.

They are declared so that scripts written for other servers with this API work unchanged; a request to enable such a
feature is refused at the field.
"""

from hanse.config.declare.plugin_fields import Field, FieldType, Option
from hanse.config.plugins.field_shorthands import flag

_MAJORITY, _ALL_NODES = "3", "2"

ENCRYPTION_KEYS = (
    Field(
        name="Asymmetric Encryption JWKS URL",
        description="JWKS with the recipient's public key. This server does not read keys from a URL: enter the key"
        " itself.",
        maximum_length=2048,
        lacks="JWKS URLs for encryption",
    ),
    Field(
        name="Default JWKS URL Cache Duration",
        description="Minutes for which keys from a JWKS URL are cached.",
        default="720",
        advanced=True,
        lacks="JWKS URLs for encryption",
    ),
)
PUBLISHED_CERTIFICATES = (
    flag(
        "Publish Keys to the PingFederate JWKS Endpoint",
        "Also publish the keys in the server's own JWKS. This server publishes them at the JWKS endpoint path only.",
        advanced=True,
        lacks="the keys of token managers in its own JWKS",
    ),
    flag(
        "Publish Key ID X.509 URL",
        "Publish certificates at URLs that contain their key IDs.",
        advanced=True,
        lacks="URLs of single certificates",
    ),
    flag(
        "Publish Thumbprint X.509 URL",
        "Publish certificates at URLs that contain their thumbprints.",
        advanced=True,
        lacks="URLs of single certificates",
    ),
)
# Reference tokens are in the database that all nodes share, so that nodes need not communicate about them.
CALLS_BETWEEN_NODES = (
    Field(
        name="Mode for Synchronous RPC",
        description="Number of nodes that must answer when a token is looked up. All nodes share one store, so that"
        " both"
        " values have the same effect.",
        type=FieldType.SELECT,
        options=(Option("Majority of Nodes", _MAJORITY), Option("All Nodes", _ALL_NODES)),
        default=_MAJORITY,
        advanced=True,
    ),
    Field(
        name="RPC Timeout",
        description="Milliseconds to wait for other nodes. All nodes share one store, so that there is no wait.",
        default="500",
        advanced=True,
        lacks="waiting for other nodes",
    ),
)
