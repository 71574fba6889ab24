"""The services for plug-ins that sign tokens: token generators and SP adapters."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.kit.randomness import Randomness
from hanse.plugins.contracts.access_tokens import SigningKey


@dataclass(frozen=True, kw_only=True)
class TokenSigningServices:
    """The services for one call.

    `central_key` returns the server's own key for an algorithm, and `key_pair` the key of a signing key pair, given by
    its ID, to which a token generator's settings refer. Both raise ValueError if there is none.
    """

    now: datetime
    issuer: str
    randomness: Randomness
    central_key: Callable[[str], SigningKey]
    key_pair: Callable[[str], XmlSigningKey]
