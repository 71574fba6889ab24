"""The time to open a large policy in a browser and to change a node, compared with a small policy.

Run with `python -m bench.policies [nodes [times]]` from the top of the repository, after the console was built. Both
policies are on one server, and one browser opens them alternately. The ratio is comparable between machines. The goal
is that the large policy takes less than three times as long as the small one.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.admin_api import API, HANSE, Caller
from bench.running_server import serving

NODE = Path(sys.executable).parent / "node"
CONSOLE = Path(__file__).parent.parent / "console"
SMALL, FRAGMENTS = 15, 20
Body = dict[str, Any]


def tree(nodes: int, **context: str) -> Body:
    """Return a tree with this odd number of nodes, each inner one with two branches."""
    if nodes == 1:
        return {"action": {"type": "DONE", **context}}
    first = nodes // 2 - 1 + (nodes // 2) % 2
    children = [tree(first, context="Fail"), tree(nodes - 1 - first, context="Success")]
    return {
        "action": {"type": "FRAGMENT", "fragment": {"id": f"f{nodes % FRAGMENTS}"}, **context},
        "children": children,
    }


def fill(caller: Caller, nodes: int) -> None:
    """Store the required objects and both policies."""
    contract = {"id": "contract", "name": "Contract", "extendedAttributes": [{"name": "mail"}, {"name": "department"}]}
    caller.call("POST", f"{API}/authenticationPolicyContracts", contract)
    for number in range(FRAGMENTS):
        body = {"id": f"f{number}", "name": f"Factor {number:02}", "outputs": {"id": "contract"}, "rootNode": tree(1)}
        caller.call("POST", f"{API}/authenticationPolicies/fragments", body)
    for size in (SMALL, nodes):
        body = {"id": f"p{size}", "name": f"Policy of {size}", "rootNode": tree(size)}
        caller.call("POST", f"{API}/authenticationPolicies/policy", body)


def main(nodes: int, times: int) -> None:
    """Print a table of medians and ratios."""
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name, serving(HANSE, Path(name) / "data") as server:
        caller = Caller(urlsplit(server.admin).port or 0)
        caller.sign_in()
        fill(caller, nodes)
        ids = f"p{SMALL}", f"p{nodes}"
        command: list[str | Path] = [NODE, "scripts/time-policies.ts", server.admin, caller.cookie, str(times), *ids]
        done = subprocess.run(command, cwd=CONSOLE, check=True, stdout=subprocess.PIPE, text=True)
    found = json.loads(done.stdout)
    print(f"{'milliseconds':<12}{f'{SMALL} nodes':>12}{f'{nodes} nodes':>12}{'ratio':>8}")
    for what in ("open", "change"):
        small, large = (statistics.median(found[id_][what]) for id_ in ids)
        ratio = statistics.median(b / a for a, b in zip(*(found[id_][what] for id_ in ids), strict=True))
        print(f"{what:<12}{small:>12.0f}{large:>12.0f}{ratio:>8.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]), *(457, 15)[len(sys.argv) - 1 :])
