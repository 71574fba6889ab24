from typing import Any

from hanse.cluster.nodes import ClusterNode, ConsoleRole, NodeConsole, NodeMode, NodeStatus, nodes_operation
from hanse.config.validation import to_body

NODE = ClusterNode(
    index=2,
    address="10.0.0.2:9999",
    mode=NodeMode.CONSOLE,
    status=NodeStatus.RUNNING,
    version="1.0.0",
    last_heartbeat="2026-11-21T08:30:00.000Z",
    admin_console_info=NodeConsole(console_role=ConsoleRole.PASSIVE),
)


def test_nodes_are_listed_by_index_in_the_contracts_words() -> None:
    operation = nodes_operation(lambda _view: [NODE, NODE.model_copy(update={"index": 1})])
    call: Any = type("Call", (), {"view": None})
    body: Any = operation.run(call).body
    items = to_body(body)["items"]
    assert [node["index"] for node in items] == [1, 2]
    assert items[1]["mode"] == "CLUSTERED_CONSOLE"
    assert items[1]["adminConsoleInfo"] == {"consoleRole": "PASSIVE"}
    assert items[1]["lastHeartbeat"] == "2026-11-21T08:30:00.000Z"
