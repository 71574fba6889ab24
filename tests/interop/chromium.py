"""A user of a foreign service provider in a real browser: Chromium, driven by Playwright of the console's tests."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.interop.saml_service_provider import Partners
from tests.support.apache import PROTECTED

ROOT: Final = Path(__file__).parents[2]
# Node runs the script as it is: versions before 22.18 cannot import the TypeScript of the console's browser tests.
QUIET: Final = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
SCRIPT: Final = Path(__file__).with_name("visit.mjs")


def visit(partners: Partners, logout_url: str, username: str) -> dict[str, Any]:
    """Sign a user in twice and log them out; return what `visit.mjs` saw. Skips the test without Chromium."""
    found = subprocess.run([ROOT / "scripts/find-chromium"], cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip(found.stderr.strip())
    asked = {
        "protected": partners.protected,
        "logout": logout_url,
        "username": username,
        "password": partners.provider.record.passwords[username],
        "browser": found.stdout.strip(),
        # Chromium's sandbox does not run as root, but containers run their tests as root.
        "arguments": [*QUIET, "--no-sandbox"] if os.getuid() == 0 else QUIET,
    }
    node = shutil.which("node") or "node"
    ran = subprocess.run(
        [node, "--input-type=module"],
        cwd=ROOT / "console",
        env=os.environ | {"VISIT": json.dumps(asked)},
        input=SCRIPT.read_text(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, (ran.stderr, partners.log.read_text())
    seen: dict[str, Any] = json.loads(ran.stdout)
    return seen


def check_visit(partners: Partners, logout_url: str) -> None:
    """Check that a user signs in with a password, then by the session, and that a logout ends both sessions."""
    seen = visit(partners, logout_url, "sarah")
    assert seen["users"] == ["sarah", "sarah"]
    assert seen["texts"] == [PROTECTED, PROTECTED]
    assert seen["afterLogout"].startswith(partners.provider.issuer)
    assert seen["problems"] == [], seen["problems"]
