"""Apache from the distribution with a module that signs users in, as a partner that is independent of this project."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_APACHE = shutil.which("apache2", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_MODULES = Path("/usr/lib/apache2/modules")
PROTECTED, PUBLIC = "what only users may see", "what everybody may see"

_COMMON_MODULES = ("mpm_prefork", "authn_core", "authz_core", "authz_user", "headers", "setenvif")
_CONF = """
ServerRoot "{folder}"
ServerName localhost
Listen 127.0.0.1:{port}
PidFile "{folder}/apache.pid"
ErrorLog "{folder}/error.log"
DefaultRuntimeDir "{folder}"
User www-data
Group www-data
DocumentRoot "{folder}/pages"
<Directory "{folder}/pages">
  Require all granted
</Directory>
{settings}
"""


def is_installed(module: str) -> bool:
    """Return whether there is an Apache with a module.

    Only the file layout of Debian and its derivatives is supported. Elsewhere, tests that need Apache are skipped with
    a reason.
    """
    return _APACHE is not None and (_MODULES / f"mod_{module}.so").exists()


@contextmanager
def running_apache(
    port: int,
    module: str,
    settings: Callable[[Path], str],
    files: Mapping[str, bytes],
    environment: Mapping[str, str],
) -> Iterator[Path]:
    """Run Apache with a module, and yield the path of its error log.

    `files` are put into a folder, whose path `settings` gets. The pages are below `/protected` and `/public`.
    """
    assert _APACHE is not None
    # Apache started by root reads its files as another user, who has no access to pytest's folder.
    with tempfile.TemporaryDirectory(prefix="hanse-apache-") as name:
        folder = Path(name)
        _write(folder, files)
        loaded = "".join(_load_line(each) for each in (*_COMMON_MODULES, module))
        configuration = folder / "apache.conf"
        configuration.write_text(loaded + _CONF.format(folder=folder, port=port, settings=settings(folder)))
        command = [_APACHE, "-f", str(configuration), "-DFOREGROUND"]
        # The environment is passed without proxy settings, as Apache talks to this machine only. Apache ends its whole
        # process group when it stops, so it gets a group of its own.
        clean = {"PATH": os.environ["PATH"], "LANG": "C", **environment}
        process = subprocess.Popen(command, env=clean, stderr=subprocess.PIPE, start_new_session=True)
        try:
            if not _accepts(port, process):
                assert process.stderr is not None
                log = folder / "error.log"
                raise RuntimeError(
                    f"Apache does not start: {process.stderr.read().decode()}{log.read_text() if log.exists() else ''}"
                )
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


def _load_line(module: str) -> str:
    # Shibboleth's module does not follow the naming of the others.
    name = "mod_shib" if module == "shib" else f"{module}_module"
    return f"LoadModule {name} {_MODULES}/mod_{module}.so\n"


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the pages and the files, readable for the user whom Apache switches to."""
    folder.chmod(0o755)
    pages = folder / "pages"
    for path, text in (("protected", PROTECTED), ("protected/sarah", PROTECTED), ("public", PUBLIC)):
        (pages / path).mkdir(parents=True, exist_ok=True)
        (pages / path / "page.txt").write_text(text)
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o644)


def _accepts(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the port accepts connections (true) or the process has ended (false). No pause is needed between
    attempts."""
    while process.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return True
    return False
