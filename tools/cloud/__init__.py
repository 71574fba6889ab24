"""The reference cloud identity service: one organisation of the platform that Hanse connects to.

It owns an organisation, its environments, one gateway (what Hanse's console calls a cloud-service
connection), the gateway's credentials and its role assignments, in one SQLite file that survives a crash;
the signing key is in there too. Over HTTP it speaks the shapes of the public platform API: the token exchange
that tests a gateway credential, the key set, environments, gateways and gateway credentials in HAL.

It must know nothing of the server: Hanse reaches it over HTTP only (`hanse.ops.cloud`), so that what works
against it is what the platform itself is asked. Clock and randomness are passed in.
`docs/user-guide/cloud.md` lists a credential's claims and where the public documentation left a choice.
"""
