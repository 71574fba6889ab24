"""Apache with mod_auth_openidc from the distribution, as an independent relying party. Skipped where not installed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.apache import is_installed, running_apache

APACHE = is_installed("auth_openidc")
MISSING = "Apache with mod_auth_openidc is not installed (Debian: apt-get install apache2 libapache2-mod-auth-openidc)"

_CONF = """
LogLevel warn auth_openidc:info
OIDCSSLValidateServer On
OIDCCABundlePath "{folder}/server.crt"
{openid}

<Location "/protected">
  AuthType openid-connect
  Require valid-user
  Header always set X-Remote-User "expr=%{{REMOTE_USER}}"
  Header always set X-Claim-Email "expr=%{{req:OIDC_CLAIM_email}}"
  Header always set X-Claim-Name "expr=%{{req:OIDC_CLAIM_name}}"
  Header always set X-Claim-Issuer "expr=%{{req:OIDC_CLAIM_iss}}"
</Location>
<Location "/protected/sarah">
  Require claim "name:Sarah Reed"
</Location>
"""

_OPENID = """\
OIDCProviderMetadataURL {issuer}/.well-known/openid-configuration
OIDCClientID {client_id}
OIDCClientSecret "{secret}"
OIDCProviderTokenEndpointAuth {authentication}
OIDCRedirectURI {redirect_uri}
OIDCCryptoPassphrase {passphrase}
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCRemoteUserClaim sub
"""


@dataclass(frozen=True)
class Registration:
    """The registration of an Apache as a client of the authorization server."""

    issuer: str
    certificate: Path
    port: int
    client_id: str
    secret: str
    authentication: str = "client_secret_basic"
    # Settings of mod_auth_openidc to use instead of those of this module. They read the secret from the environment.
    pasted_settings: str = ""

    @property
    def url(self) -> str:
        """The address at which Apache listens."""
        return f"http://localhost:{self.port}"

    @property
    def redirect_uri(self) -> str:
        """The redirect URI, which mod_auth_openidc handles itself."""
        return f"{self.url}/protected/redirect_uri"


@contextmanager
def apache(registration: Registration) -> Iterator[Path]:
    """Run Apache with this registration and yield the path of its error log."""
    openid = registration.pasted_settings or _own_settings(registration)
    with running_apache(
        registration.port,
        "auth_openidc",
        lambda folder: _CONF.format(folder=folder, openid=openid),
        {"server.crt": registration.certificate.read_bytes()},
        {"CLIENT_SECRET": registration.secret, "CRYPTO_PASSPHRASE": "p" * 32},
    ) as log:
        yield log


def _own_settings(registration: Registration) -> str:
    return _OPENID.format(
        issuer=registration.issuer,
        client_id=registration.client_id,
        secret=registration.secret,
        authentication=registration.authentication,
        redirect_uri=registration.redirect_uri,
        passphrase=os.urandom(16).hex(),
    )
