"""OAuth clients: the applications that may ask for tokens, and what each of them may ask for.

`choices` has the closed lists of the contract, `parts` and `model` the fields, `rules` and `keys` what has to fit
together in one client, `secrets` what happens to a client's secret when it changes, `secret_operations` the operations
on the secret alone, and `registration` the settings of dynamic client registration (RFC 7591).

A secret is kept encrypted and not hashed: it signs and verifies JWTs (`client_secret_jwt`, HS256), for which the server
needs it in clear. It is never answered; what is answered is its encryption, which only this server can open.
"""

from hanse.resources.applications.clients.registration import CLIENT_SETTINGS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.clients.secret_operations import CLIENT_OPERATIONS

__all__ = ["CLIENT_OPERATIONS", "CLIENT_SETTINGS", "OAUTH_CLIENTS"]
