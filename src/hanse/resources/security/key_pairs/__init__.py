"""Key pairs: a private key with its certificate, as a family of resources that differ in path and purpose.

`family.key_pairs` declares a member; `SIGNING_KEY_PAIRS` is one. What is stored is `model.KeyPair`: the current
certificate chain and the sealed private key, and, if the server renews them, the `pending` pair, which is published and
does not sign yet, and the `previous` one, which is still published and signs no more. What REST shows of it is
`view.KeyPairView`; keys leave the server in the password-protected exports only.

For other parts: the facts of the current certificate are fields of the model (`view.model(SIGNING_KEY_PAIRS, id)`), and
`open_key_pairs.open_key_pair` returns the keys themselves, for those that sign.
"""

from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS

__all__ = ["SIGNING_KEY_PAIRS"]
