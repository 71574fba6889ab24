"""The keys that sign tokens: the server's own settings, and key sets for virtual issuers.

`model` declares the keys once for both: four families (`key_families`), in each an active and a previous certificate,
their key ids, and whether their certificates are published. `rules` says which certificates fit where. `resource` has
the two resources. `published_keys` turns either into what an issuer publishes and signs with; it reads nothing by
itself, so that the engine builds its snapshot with it and a test with a dictionary.

While static keys are off (`staticJwksEnabled`), the server makes keys of its own, and neither settings nor key sets
apply. They can be saved nevertheless, and apply as soon as static keys are on.
"""

from hanse.resources.security.token_keys.published_keys import PublishedKeys, Signer, published_keys
from hanse.resources.security.token_keys.resource import KEY_SETS, OAUTH_KEYS

__all__ = ["KEY_SETS", "OAUTH_KEYS", "PublishedKeys", "Signer", "published_keys"]
