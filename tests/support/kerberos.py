"""A real Kerberos realm with a user and this server: MIT's key distribution center, if the machine has it.

The libraries read their configuration once in each process, so tickets are requested in processes of their own.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

REALM, OTHER_REALM = "EXAMPLE.COM", "OTHER.EXAMPLE"
ACCOUNT, PASSWORD = "HTTP/sso.example.com", "service-password"
USER_PASSWORD = "joe-password"
_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
_PROGRAMS = ("krb5kdc", "kadmin.local", "kdb5_util")
_CLIENT = """
import base64, sys
import gssapi, krb5

user, password, service, cache = sys.argv[1:]
context = krb5.init_context()
principal = krb5.parse_name_flags(context, user.encode())
options = krb5.get_init_creds_opt_alloc(context)
credentials = krb5.get_init_creds_password(context, principal, options, password.encode())
store = krb5.cc_resolve(context, f"FILE:{cache}".encode())
krb5.cc_initialize(context, store, principal)
krb5.cc_store_cred(context, store, credentials)
initiator = gssapi.SecurityContext(
    name=gssapi.Name(service, gssapi.NameType.kerberos_principal),
    mech=gssapi.OID.from_int_seq("1.3.6.1.5.5.2"),
    creds=gssapi.Credentials(usage="initiate", store={"ccache": f"FILE:{cache}"}),
    usage="initiate",
)
print(base64.b64encode(initiator.step()).decode())
"""


def kerberos_realm(number: int | str = 0, **more: Any) -> dict[str, Any]:
    """Return the body of a realm of the configuration, without the password."""
    usual = {"id": f"realm-{number}", "kerberosRealmName": f"REALM{number}.EXAMPLE", "kerberosUsername": ACCOUNT}
    return {**usual, **more}


@dataclass(frozen=True)
class KeyDistributionCenter:
    """A running center of one realm."""

    folder: Path
    environment: dict[str, str]

    def token(self, user: str = "joe", service: str = ACCOUNT) -> str:
        """Return the token, in base64, that the browser of a user sends to a service."""
        arguments = (f"{user}@{REALM}", USER_PASSWORD, f"{service}@{REALM}", str(self.folder / "cache"))
        done = subprocess.run(
            [sys.executable, "-c", _CLIENT, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def ticket(self, user: str = "joe", service: str = ACCOUNT) -> bytes:
        return b64decode(self.token(user, service))


@contextmanager
def key_distribution_center(folder: Path) -> Iterator[KeyDistributionCenter]:
    """Start a center with the users `joe` and `ann`, this server and another one."""
    if any(shutil.which(each, path=_PATH) is None for each in _PROGRAMS):
        pytest.skip("MIT Kerberos is not installed (Debian: apt-get install krb5-kdc krb5-admin-server)")
    if find_spec("gssapi") is None or find_spec("krb5") is None:
        pytest.skip("the extra kerberos is not installed (it needs libkrb5-dev)")
    port = _free_port()
    (folder / "krb5.conf").write_text(
        f"[libdefaults]\ndefault_realm = {REALM}\ndns_lookup_kdc = false\ndns_canonicalize_hostname = false\n"
        f"rdns = false\n[realms]\n{REALM} = {{\n kdc = 127.0.0.1:{port}\n}}\n"
    )
    (folder / "kdc.conf").write_text(
        f"[kdcdefaults]\nkdc_ports = {port}\nkdc_tcp_ports = {port}\n[realms]\n{REALM} = {{\n"
        f" database_name = {folder}/principal\n key_stash_file = {folder}/stash\n acl_file = {folder}/acl\n"
        " supported_enctypes = aes256-cts:normal aes128-cts:normal\n}\n"
    )
    paths = {"KRB5_CONFIG": str(folder / "krb5.conf"), "KRB5_KDC_PROFILE": str(folder / "kdc.conf")}
    environment = {**os.environ, "PATH": _PATH, **paths}
    _run(["kdb5_util", "create", "-s", "-r", REALM, "-P", "master"], environment)
    for name, password in (
        (ACCOUNT, PASSWORD),
        ("HTTP/other.example.com", "another-password"),
        ("joe", USER_PASSWORD),
        ("ann", USER_PASSWORD),
    ):
        _run(["kadmin.local", "-q", f"addprinc -pw {password} {name}"], environment)
    with subprocess.Popen(
        [shutil.which("krb5kdc", path=_PATH) or "", "-n", "-P", str(folder / "pid")],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            _wait_for(port, process)
            yield KeyDistributionCenter(folder, environment)
        finally:
            process.terminate()


def _run(command: Sequence[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 0, done.stderr


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < ends:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("krb5kdc does not start")
