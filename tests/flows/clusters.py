"""Consoles of a cluster, and the addresses of the cluster operations."""

from contextlib import ExitStack
from pathlib import Path

from tests.flows.server import API, Client, FlowServer, flow_server

CLIENTS = f"{API}/oauth/clients"
SETTINGS, STATUS = f"{API}/cluster/settings", f"{API}/cluster/status"
REPLICATE, SWITCH = f"{API}/cluster/replicate", f"{API}/cluster/adminNode/role/active"
CONSOLES, BANNERS = f"{API}/internal/activePassiveConsoleInfo", f"{API}/internal/replicationInfo"
HOSTS = f"{API}/virtualHostNames"
ONLY_CONSOLE = {"isReplicating": False, "isPassiveAdminNode": False, "isMultipleAdminNodesEnabled": False}


class Cluster:
    """Consoles on one database, each with a data folder of its own."""

    def __init__(self, url: str, folder: Path, stack: ExitStack, anchors: Path) -> None:
        self._url, self._folder, self._stack, self._anchors = url, folder, stack, anchors
        self._count = 0

    def console(self) -> FlowServer:
        self._count += 1
        return self._stack.enter_context(
            flow_server(
                self._url,
                self._folder / str(self._count),
                mode="console",
                seed=self._count,
                host=f"console-{self._count}.example",
                licence_trust_anchors=(self._anchors,),
            )
        )


def save_host(client: Client, name: str) -> int:
    return client.put(HOSTS, {"virtualHostNames": [name]}).status_code
