"""OAuth clients: the applications that can request tokens, and what each of them may request.

`choices` has the closed lists of the API contract, `parts` and `model` the fields. `rules` and `keys` check that the
settings of one client fit together. `secrets` handles changes of a client's secret, `secret_operations` declares the
operations on the secret alone, and `registration` the settings of dynamic client registration (RFC 7591).
`security_findings` compares a client with the security recommendations.

A secret is stored encrypted and not hashed, because the server needs its clear text to sign and verify JWTs
(`client_secret_jwt`, HS256). The API never returns the clear text. It returns the encrypted form, which only this
server can decrypt.
"""

from hanse.resources.applications.clients.registration import CLIENT_SETTINGS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.clients.secret_operations import SECRET_OPERATIONS
from hanse.resources.applications.clients.security_findings.operations import SECURITY_FINDING_OPERATIONS

CLIENT_OPERATIONS = (*SECRET_OPERATIONS, *SECURITY_FINDING_OPERATIONS)

__all__ = ["CLIENT_OPERATIONS", "CLIENT_SETTINGS", "OAUTH_CLIENTS"]
