"""Apache with mod_auth_openidc from the distribution, as an independent relying party. Skipped where not installed."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_APACHE = shutil.which("apache2", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_MODULES = Path("/usr/lib/apache2/modules")
# Only the file layout of Debian and its derivatives is supported. Elsewhere, tests that need Apache are skipped with a
# reason.
APACHE = _APACHE if (_MODULES / "mod_auth_openidc.so").exists() else None
MISSING = "Apache with mod_auth_openidc is not installed (Debian: apt-get install apache2 libapache2-mod-auth-openidc)"
PROTECTED, PUBLIC = "what only users may see", "what everybody may see"

_MODULE_NAMES = ("mpm_prefork", "authn_core", "authz_core", "authz_user", "headers", "auth_openidc")
_CONF = """
ServerRoot "{folder}"
ServerName localhost
Listen 127.0.0.1:{port}
PidFile "{folder}/apache.pid"
ErrorLog "{folder}/error.log"
LogLevel warn auth_openidc:info
DefaultRuntimeDir "{folder}"
User www-data
Group www-data
DocumentRoot "{folder}/pages"
<Directory "{folder}/pages">
  Require all granted
</Directory>

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
  Require claim name:sarah
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
    assert APACHE is not None
    # Apache started by root reads its files as another user, who has no access to pytest's folder.
    with tempfile.TemporaryDirectory(prefix="hanse-apache-") as name:
        folder = Path(name)
        configuration = _write(folder, registration)
        command = [APACHE, "-f", str(configuration), "-DFOREGROUND"]
        # The environment is passed without proxy settings, as Apache talks to this machine only. Apache ends its whole
        # process group when it stops, so it gets a group of its own.
        clean = {
            "PATH": os.environ["PATH"],
            "LANG": "C",
            "CLIENT_SECRET": registration.secret,
            "CRYPTO_PASSPHRASE": "p" * 32,
        }
        process = subprocess.Popen(command, env=clean, stderr=subprocess.PIPE, start_new_session=True)
        try:
            if not _accepts(registration.port, process):
                assert process.stderr is not None
                raise RuntimeError(f"Apache does not start: {process.stderr.read().decode()}")
            yield folder / "error.log"
        finally:
            process.terminate()
            process.communicate(timeout=20)


def free_port() -> int:
    """Return a port that no program is using now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _write(folder: Path, registration: Registration) -> Path:
    """Write Apache's files, readable for the user it switches to, and return the path of its configuration."""
    folder.chmod(0o755)
    pages = folder / "pages"
    for path, text in (("protected", PROTECTED), ("protected/sarah", PROTECTED), ("public", PUBLIC)):
        (pages / path).mkdir(parents=True, exist_ok=True)
        (pages / path / "page.txt").write_text(text)
    shutil.copy(registration.certificate, folder / "server.crt")
    (folder / "server.crt").chmod(0o644)
    loaded = "".join(f"LoadModule {each}_module {_MODULES}/mod_{each}.so\n" for each in _MODULE_NAMES)
    configuration = folder / "apache.conf"
    configuration.write_text(
        loaded
        + _CONF.format(
            folder=folder,
            port=registration.port,
            openid=registration.pasted_settings or _own_settings(registration),
        )
    )
    return configuration


def _accepts(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the port accepts connections (true) or the process has ended (false). No pause is needed between
    attempts."""
    while process.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return True
    return False


def _own_settings(registration: Registration) -> str:
    return _OPENID.format(
        issuer=registration.issuer,
        client_id=registration.client_id,
        secret=registration.secret,
        authentication=registration.authentication,
        redirect_uri=registration.redirect_uri,
        passphrase=os.urandom(16).hex(),
    )
