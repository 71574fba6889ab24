"""A relying party of Apache CXF Fediz in a servlet container, as a partner that is independent of this project."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.apache import PROTECTED

_JARS: Final = Path(__file__).parents[2] / ".stamps" / "fediz"
_SOURCE: Final = Path(__file__).parent / "fediz" / "RelyingParty.java"
FEDIZ: Final = any(_JARS.glob("fediz-core-*.jar")) and shutil.which("javac") is not None
MISSING: Final = "Apache CXF Fediz is not there (scripts/find-fediz; it needs Maven and a Java development kit)"
_PASSWORD: Final = "changeit"
_CONFIGURATION: Final = """
<FedizConfig>
  <contextConfig name="/protected">
    <audienceUris><audienceItem>{realm}</audienceItem></audienceUris>
    <certificateStores>
      <trustManager><keyStore file="{folder}/trust.p12" password="{password}" type="PKCS12"/></trustManager>
    </certificateStores>
    <tokenExpirationValidation>true</tokenExpirationValidation>
    <maximumClockSkew>10</maximumClockSkew>
    <trustedIssuers><issuer certificateValidation="PeerTrust"/></trustedIssuers>
    <protocol xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="federationProtocolType" version="1.2">
      <issuer>{endpoint}</issuer>
      <realm>{realm}</realm>
      <reply>{service}</reply>
    </protocol>
    <logoutURL>/logout</logoutURL>
    <logoutRedirectTo>/index.html</logoutRedirectTo>
  </contextConfig>
</FedizConfig>
"""


@dataclass(frozen=True)
class FedizSite:
    """The configuration of Fediz: its realm and service URL, and the endpoint and the certificate of the server."""

    realm: str
    service: str
    endpoint: str
    certificate: bytes
    port: int


@contextmanager
def fediz_relying_party(site: FedizSite, folder: Path) -> Iterator[Path]:
    """Run the relying party, and yield the path of its log."""
    (folder / "partner.pem").write_bytes(site.certificate)
    trust = ("-keystore", f"{folder}/trust.p12", "-storetype", "PKCS12", "-storepass", _PASSWORD)
    _run("keytool", "-importcert", "-noprompt", "-alias", "partner", "-file", f"{folder}/partner.pem", *trust)
    _run("javac", "-cp", f"{_JARS}/*", "-d", str(folder), str(_SOURCE))
    configuration = folder / "fediz.xml"
    values = {"realm": site.realm, "service": site.service, "endpoint": site.endpoint}
    configuration.write_text(_CONFIGURATION.format(folder=folder, password=_PASSWORD, **values))
    log = folder / "fediz.log"
    command = ["java", "-cp", f"{folder}:{_JARS}/*", "RelyingParty", str(configuration), str(site.port), PROTECTED]
    with log.open("w") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as party:
        try:
            assert party.stdout is not None
            assert party.stdout.readline() == "started\n", log.read_text()
            yield log
        finally:
            party.terminate()


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
