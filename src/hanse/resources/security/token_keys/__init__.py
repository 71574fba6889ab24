"""The keys that sign tokens: the server's own settings, and key sets for virtual issuers.

`model` declares the keys once for both: four families (`key_families`), each with an active and a previous certificate,
their key IDs, and whether their certificates are published. `rules` checks which certificates fit where. `resource`
declares the two resources. `published_keys` computes the keys that an issuer publishes and signs with; it does not
access the store, so the engine can build its snapshot with it and a test can pass a dictionary.

While static keys are off (`staticJwksEnabled`), the server generates keys of its own, and neither settings nor key sets
are used. They can be saved nevertheless, and are used as soon as static keys are enabled.
"""

from hanse.resources.security.token_keys.published_keys import PublishedKeys, Signer, published_keys
from hanse.resources.security.token_keys.resource import KEY_SETS, OAUTH_KEYS

__all__ = ["KEY_SETS", "OAUTH_KEYS", "PublishedKeys", "Signer", "published_keys"]
