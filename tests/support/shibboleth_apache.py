"""Shibboleth's service provider from the distribution: its daemon, and Apache with its module."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.apache import is_installed, running_apache

_DAEMON = shutil.which("shibd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SHIBBOLETH = is_installed("shib") and _DAEMON is not None
MISSING = "Shibboleth's service provider is not installed (Debian: apt-get install apache2 libapache2-mod-shib)"

# The daemon's own files: which bindings it offers, and how strictly it reads messages.
_DEFAULTS = Path("/etc/shibboleth")
_SP = """
<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180">
  <OutOfProcess logger="{folder}/log"/>
  <InProcess logger="{folder}/log"/>
  <UnixListener address="{folder}/shibd.sock"/>
  <ApplicationDefaults entityID="{url}/shibboleth" REMOTE_USER="user" signing="true">
    <Sessions checkAddress="false" handlerSSL="false" cookieProps="http">
      <SSO entityID="{partner}">SAML2</SSO>
      <Logout>SAML2</Logout>
    </Sessions>
    <MetadataProvider type="XML" path="{folder}/partner.xml"/>
    <AttributeExtractor type="XML" path="{folder}/attributes.xml"/>
    <CredentialResolver type="File" key="{folder}/sp.key" certificate="{folder}/sp.crt"/>
  </ApplicationDefaults>
  <SecurityPolicyProvider type="XML" path="{defaults}/security-policy.xml"/>
  <ProtocolProvider type="XML" path="{defaults}/protocols.xml"/>
</SPConfig>
"""
_ATTRIBUTES = """
<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map">
  <Attribute name="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" id="user">
    <AttributeDecoder type="NameIDAttributeDecoder" formatter="$Name"/>
  </Attribute>
  <Attribute name="mail" id="mail" nameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"/>
</Attributes>
"""
_LOG = """
log4j.rootCategory=INFO, file
log4j.appender.file=org.apache.log4j.FileAppender
log4j.appender.file.fileName={folder}/shibboleth.log
log4j.appender.file.layout=org.apache.log4j.PatternLayout
log4j.appender.file.layout.ConversionPattern=%p %c: %m%n
"""
_APACHE = """
ShibConfig "{folder}/shibboleth2.xml"
<Location "/Shibboleth.sso">
  AuthType None
  Require all granted
</Location>
<Location "/protected">
  AuthType shibboleth
  ShibRequestSetting requireSession 1
  Require shib-session
  Header always set X-Remote-User "expr=%{{REMOTE_USER}}"
  Header always set X-Mail "expr=%{{reqenv:mail}}"
</Location>
"""


@dataclass(frozen=True)
class ShibbolethSite:
    """The service provider: its address and key (PEM), and the entity ID and the metadata of its partner."""

    url: str
    key: bytes
    certificate: bytes
    partner: str
    partner_metadata: bytes


@contextmanager
def shibboleth_apache(site: ShibbolethSite) -> Iterator[Path]:
    """Run this service provider and yield the path of its log."""
    port = int(site.url.rpartition(":")[2])
    # Apache's user and the daemon need access, which they do not have to pytest's folder.
    with tempfile.TemporaryDirectory(prefix="hanse-shibboleth-") as name:
        folder, log = Path(name), Path(name) / "shibboleth.log"
        folder.chmod(0o755)
        settings = _SP.format(folder=folder, url=site.url, partner=site.partner, defaults=_DEFAULTS)
        for file, content in {
            "shibboleth2.xml": settings.encode(),
            "attributes.xml": _ATTRIBUTES.encode(),
            "log": _LOG.format(folder=folder).encode(),
            "partner.xml": site.partner_metadata,
            "sp.key": site.key,
            "sp.crt": site.certificate,
        }.items():
            (folder / file).write_bytes(content)
        # Apache's user continues the daemon's log.
        log.touch()
        log.chmod(0o666)
        with _daemon(folder), running_apache(port, "shib", lambda _: _APACHE.format(folder=folder), {}, {}):
            yield log


@contextmanager
def _daemon(folder: Path) -> Iterator[None]:
    assert _DAEMON is not None
    command = [_DAEMON, "-F", "-f", "-c", str(folder / "shibboleth2.xml"), "-p", str(folder / "shibd.pid")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        until = time.monotonic() + 30
        while not _listens(folder / "shibd.sock"):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"shibd does not start: {(folder / 'shibboleth.log').read_text()}")
        yield
    finally:
        process.terminate()
        process.communicate(timeout=20)


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as attempt:
        return attempt.connect_ex(str(path)) == 0
