"""node-oidc-provider, from npm (`npm ci` in this folder)."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from bench.peers.process import free_port, pinned, until_ready
from bench.peers.provider import PASSWORD, REDIRECT, SECRET, USER, WEB, Provider
from bench.peers.session import Browser

FOLDER = Path(__file__).parent


@contextlib.contextmanager
def oidc_provider(core: int) -> Iterator[Provider]:
    """Run it on one core. Raises RuntimeError if its packages are not installed."""
    if not (FOLDER / "node_modules").exists():
        raise RuntimeError(f"run `npm ci --ignore-scripts` in {FOLDER.name} first")
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "SECRET": SECRET, "REDIRECT": REDIRECT, "NODE_ENV": "production"}
    process = subprocess.Popen(
        pinned(core, "node", "server.mjs"),
        cwd=FOLDER,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until_ready(process, f"http://localhost:{port}/.well-known/openid-configuration")
        browser = Browser(f"http://localhost:{port}")
        asked = browser.authorize("/auth", WEB, "openid")
        address = browser.follow(asked)
        browser.post(address, {"prompt": "login", "login": USER, "password": PASSWORD})
        yield Provider(
            "oidc-provider", port, process.pid, "/token", "/token/introspection", "/auth", browser.cookie("_session")
        )
    finally:
        process.kill()
        process.wait()
