"""The reference cloud identity service: one organization of the platform that Hanse connects to.

It stores an organization, its environments, one gateway (a cloud-service connection in Hanse's console), the gateway's
credentials and role assignments, and the signing key in one SQLite file that survives a crash. Its HTTP interface
follows the public platform API: the token exchange that tests a gateway credential, the key set, and environments,
gateways and gateway credentials in HAL.

The service uses nothing of the server but `hanse.kit`. Hanse reaches it only over HTTP (`hanse.ops.cloud`) and sends it
the same requests as the platform. Clock and randomness are passed in. `docs/user-guide/cloud.md` lists the claims of a
credential, and the decisions that the public documentation leaves open.
"""
