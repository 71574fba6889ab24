"""Key pairs: a private key with its certificate, as a family of resources that differ in path and purpose.

`family.key_pairs` declares a member of the family; `SIGNING_KEY_PAIRS` is one. The stored form is `model.KeyPair`: the
current certificate chain and the sealed private key. If the server rotates the key pair, there may also be a `pending`
pair, which is published but does not sign yet, and a `previous` one, which is still published but no longer signs. The
REST form is `view.KeyPairView`; private keys leave the server only in password-protected exports.

Other packages read the facts of the current certificate from the model (`view.model(SIGNING_KEY_PAIRS, id)`), and call
`open_key_pairs.open_key_pair` if they need the keys themselves.
"""

from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS

__all__ = ["SIGNING_KEY_PAIRS"]
