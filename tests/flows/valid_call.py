"""A valid call of an operation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from hanse.config.http.operation import Operation
from tests.flows.server import Client
from tests.tools.cloud.serving import RunningCloud

Key = tuple[str, str]
VICTIM = "victim"


@dataclass(frozen=True)
class GoodCall:
    """A request that succeeds for every caller with permission."""

    status: int = 200
    body: Callable[[str, RunningCloud], Any] | None = None
    text: Callable[[RunningCloud], str] | None = None
    # The value of all path parameters.
    target: str = VICTIM

    def send(self, client: Client, operation: Operation, cloud: RunningCloud, serial: str = "0", **options: Any) -> Any:
        """Make the call; `serial` is used for values that have to be unique."""
        path = "/".join(
            quote(self.target, safe="") if part.startswith("{") else part for part in operation.path.split("/")
        )
        body = None if self.body is None else self.body(serial, cloud)
        if self.text is not None:
            options["content"] = self.text(cloud)
        return client.request(operation.method, path, body, **options)
