"""Runs each measurement once in its shortest form, to check that all of them still work.

The figures have no meaning in this form. Run it with `make bench-short`, like continuous integration.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

# Half of the time, each of them waits for processes and disks.
AT_ONCE: Final = 2
SHORTEST: Final[dict[str, tuple[str, ...]]] = {
    "cluster": ("1", "60"),
    "workers": ("--rounds", "1", "--requests", "100", "--clients", "100"),
    "rotation": ("20",),
    "scopes": ("100", "2"),
    "state": ("20",),
    "store": ("200",),
    "clients": ("--clients", "50", "--starts", "1", "--no-goals"),
    "connections": ("--connections", "50", "--starts", "1", "--times", "2", "--no-goals"),
    "policies": ("61", "1"),
    "cold_start": ("--runs", "1", "--limit", "60"),
    "admin_api": ("--rounds", "1"),
    "engine": ("--rounds", "1"),
    "profiles": ("--rounds", "1"),
    "token_endpoint": ("--clients", "50", "--rounds", "1"),
    # One round while another measurement is running does not show the share of the signature.
    "token_manager": ("--rounds", "1", "--no-goals"),
    "sign_in_trace": ("--rounds", "1"),
    "saml": ("--rounds", "1"),
}
# Peers that the measurements start themselves, and those that require packages of a registry.
NOT_RUN: Final = {"baseline_app", "constant_app", "providers", "short"}


def run(name: str) -> str | None:
    """Run a measurement and return its output if it failed."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", *SHORTEST[name]], capture_output=True, text=True, check=False
    )
    print(f"{name:<16}{time.perf_counter() - began:6.1f} s  {'failed' if done.returncode else ''}", flush=True)
    return f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}" if done.returncode else None


def main() -> int:
    """Return 1 if a measurement fails, or if one is missing here."""
    there = {each.stem for each in Path(__file__).parent.glob("*.py") if "__main__" in each.read_text(encoding="utf-8")}
    if missing := there - SHORTEST.keys() - NOT_RUN:
        print(f"not in bench/short.py: {', '.join(sorted(missing))}")
        return 1
    with ThreadPoolExecutor(AT_ONCE) as executor:
        failed = [each for each in executor.map(run, SHORTEST) if each is not None]
    for each in failed:
        print(each)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
