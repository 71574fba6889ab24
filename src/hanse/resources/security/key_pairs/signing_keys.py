"""The key pairs that sign tokens, assertions and metadata, and decrypt what partners encrypt."""

from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage, Tile, TileIcon
from hanse.resources.security.key_pairs.family import key_pairs

PAGE = ConsolePage(
    id="signingKeys",
    label="Signing & Decryption Keys & Certificates",
    heading=CERTIFICATES_AND_KEYS,
    slug="signing-decryption-keys-certificates",
    position=50,
    is_react=True,
    is_default_shortcut=True,
    tile=Tile(
        TileIcon.KEY,
        "Key pairs that sign assertions and tokens and decrypt messages from partners.",
        position=10,
        for_writers=True,
        label="Signing and Decryption Keys and Certificates",
    ),
)
SIGNING_KEY_PAIRS = key_pairs(
    "/keyPairs/signing",
    title="Signing Key Pair",
    description="Private keys and certificates for signing and decryption.",
    ui=Ui(page=PAGE, item_page=f"{PAGE.path}/{{id}}"),
)
