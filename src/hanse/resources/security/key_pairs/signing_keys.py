"""The key pairs that sign tokens, assertions and metadata, and decrypt messages of partners."""

from hanse import handles
from hanse.resources.security.key_pairs.family import key_pairs
from hanse.resources.security.key_pairs.signing_ui import SIGNING_UI

SIGNING_KEY_PAIRS = key_pairs(
    handles.SIGNING_KEY_PAIRS,
    title="Signing Key Pair",
    description="Private keys and certificates for signing and decryption.",
    ui=SIGNING_UI,
)
