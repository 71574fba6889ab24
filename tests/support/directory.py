"""A real LDAP directory with a few users: OpenLDAP's `slapd`, if the machine has it."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from hanse.crypto.certificates import make_server_certificate
from hanse.kit.clock import SystemClock

BASE = "dc=hanse,dc=example"
ADMIN, ADMIN_PASSWORD = f"cn=admin,{BASE}", "Hansa-1241-admin"
PEOPLE = f"ou=people,{BASE}"
PASSWORD = "Hansa-1358"
_SLAPD = shutil.which("slapd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/lib/openldap:/usr/libexec")
_SCHEMAS = Path("/etc/ldap/schema")
# Only the file layout of Debian and its derivatives is supported. Elsewhere, tests that need slapd are skipped with a
# reason.
SLAPD = _SLAPD if _SCHEMAS.is_dir() else None
_ODD = "o'odd (x)*"

_CONF = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile {folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
TLSCertificateFile {folder}/server.crt
TLSCertificateKeyFile {folder}/server.key
database mdb
maxsize 10485760
suffix "{base}"
rootdn "{admin}"
rootpw {password}
directory {folder}/data
overlay ppolicy
ppolicy_default "cn=policy,{base}"
ppolicy_send_netscape_controls
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="{admin}" write by users read by * none
"""

_PERSON = """
dn: uid={uid},{people}
objectClass: inetOrgPerson
uid: {uid}
cn: {cn}
sn: {cn}
mail: {uid}@hanse.example
mail: {uid}@kontor.example
userPassword: {password}
jpegPhoto:: /9j/AA==
"""

# A user whose password was set by an administrator (`pwdReset`) has to change it.
_POLICY = """
dn: cn=policy,{base}
objectClass: device
objectClass: pwdPolicy
cn: policy
pwdAttribute: userPassword
pwdMustChange: TRUE
"""


@dataclass(frozen=True)
class RunningDirectory:
    """The ports of the directory and the certificate of its authority."""

    port: int
    tls_port: int
    authority: str


@contextmanager
def serving(folder: Path) -> Iterator[RunningDirectory]:
    """Run a new directory for the duration of the block."""
    if SLAPD is None:
        pytest.skip("slapd is not installed (Debian: apt-get install slapd)")
    made = make_server_certificate(["localhost"], SystemClock().now())
    (folder / "server.crt").write_bytes(made.certificate)
    (folder / "server.key").write_bytes(made.key)
    (folder / "data").mkdir()
    configuration = folder / "slapd.conf"
    configuration.write_text(_CONF.format(folder=folder, base=BASE, admin=ADMIN, password=ADMIN_PASSWORD))
    entries = folder / "entries.ldif"
    entries.write_text(_entries())
    add = [SLAPD, "-Tadd", "-f", str(configuration), "-l", str(entries)]
    subprocess.run(add, check=True, capture_output=True)
    process, port, tls_port = _started(SLAPD, configuration)
    try:
        yield RunningDirectory(port, tls_port, made.certificate.decode())
    finally:
        process.terminate()
        process.wait()


def _started(program: str, configuration: Path) -> tuple[subprocess.Popen[bytes], int, int]:
    """Start slapd on two free ports. It cannot choose a port itself, so the start is retried if another program took
    one."""
    for _ in range(10):
        port, tls_port = free_port(), free_port()
        addresses = f"ldap://localhost:{port} ldaps://localhost:{tls_port}"
        # With a debug level, slapd stays in the foreground.
        command = [program, "-f", str(configuration), "-h", addresses, "-d", "0"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if _accepts(port, process):
            return process, port, tls_port
    raise RuntimeError("slapd does not start")


def _entries() -> str:
    domain = f"dn: {BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Hanse\ndc: hanse\n"
    unit = f"\ndn: {PEOPLE}\nobjectClass: organizationalUnit\nou: people\n"
    people = {"ada": "Ada Ümläut", "bob": "Bob", "odd": _ODD}
    return (
        domain
        + unit
        + _POLICY.format(base=BASE)
        + "".join(_PERSON.format(uid=uid, cn=cn, people=PEOPLE, password=PASSWORD) for uid, cn in people.items())
    )


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _accepts(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the port accepts connections (true) or the process has ended (false). No pause is needed between
    attempts."""
    while process.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return True
    return False
