"""Apache with mod_auth_mellon from the distribution, as an independent SAML service provider."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.apache import is_installed, running_apache

MELLON = is_installed("auth_mellon")
MISSING = "Apache with mod_auth_mellon is not installed (Debian: apt-get install apache2 libapache2-mod-auth-mellon)"

_CONF = """
LogLevel warn auth_mellon:info
# Browsers accept cookies with SameSite=None from https addresses only, and this site has none.
SetEnvIf Host . MELLON_DISABLE_SAMESITE=1
<Location "/">
  MellonEnable "info"
  MellonEndpointPath "/mellon"
  MellonSecureCookie Off
  MellonSPPrivateKeyFile "{folder}/sp.key"
  MellonSPCertFile "{folder}/sp.crt"
  MellonSPMetadataFile "{folder}/sp.xml"
  MellonIdPMetadataFile "{folder}/idp.xml"
  MellonUser "NAME_ID"
  MellonSignatureMethod rsa-sha256
</Location>
<Location "/protected">
  AuthType "Mellon"
  MellonEnable "auth"
  Require valid-user
  Header always set X-Remote-User "expr=%{{REMOTE_USER}}"
  Header always set X-Mail "expr=%{{reqenv:MELLON_mail}}"
</Location>
"""


@dataclass(frozen=True)
class MellonSite:
    """The service provider: its address, entity ID, metadata and keys (PEM), and the metadata of its partner."""

    port: int
    key: bytes
    certificate: bytes
    metadata: bytes
    partner_metadata: bytes

    @property
    def url(self) -> str:
        """The address at which Apache listens."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def mellon_apache(site: MellonSite) -> Iterator[Path]:
    """Run Apache as this service provider and yield the path of its error log."""
    with running_apache(
        site.port,
        "auth_mellon",
        lambda folder: _CONF.format(folder=folder),
        {
            "sp.key": site.key,
            "sp.crt": site.certificate,
            "sp.xml": site.metadata,
            "idp.xml": site.partner_metadata,
        },
        {},
    ) as log:
        yield log
