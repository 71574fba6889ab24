"""The API of the conformance suite with results that a test chooses.

The suite itself needs Java and a database. Its API is that of the page `/swagger-ui` of a running suite.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

Entry = dict[str, Any]


@dataclass
class ScriptedModule:
    """A module: its states in order, of which the last one stays, its result, and the entries of its log."""

    name: str
    result: str | None = "PASSED"
    states: Sequence[str] = ("CREATED", "CONFIGURED", "FINISHED")
    log: Sequence[Entry] = ()
    variant: dict[str, str] = field(default_factory=dict)


@dataclass
class ScriptedSuite:
    """Answers the calls, and records them. Each module is created at most once."""

    modules: Sequence[ScriptedModule]
    refuses_plan: bool = False
    calls: list[str] = field(default_factory=list)
    plans: list[tuple[dict[str, str], Any]] = field(default_factory=list)
    _polls: dict[str, int] = field(default_factory=dict)

    @property
    def transport(self) -> httpx.MockTransport:
        """Return a transport that leads to this suite."""
        return httpx.MockTransport(self.answer)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Answer one call."""
        parameters, path = dict(request.url.params), request.url.path
        if path == "/api/plan":
            self.plans.append((parameters, json.loads(request.content)))
            listed = [{"testModule": each.name, "variant": each.variant} for each in self.modules]
            return httpx.Response(500 if self.refuses_plan else 201, json={"id": "plan-1", "modules": listed})
        if path == "/api/runner":
            self.calls.append(f"create {parameters['test']} {parameters['variant']}")
            return httpx.Response(201, json={"id": parameters["test"]})
        return self._of_module(request.method, *path.removeprefix("/api/").split("/"))

    def _of_module(self, method: str, kind: str, name: str) -> httpx.Response:
        module = next(each for each in self.modules if each.name == name)
        if kind == "info":
            poll = self._polls.get(name, 0)
            self._polls[name] = poll + 1
            return httpx.Response(
                200, json={"status": module.states[min(poll, len(module.states) - 1)], "result": module.result}
            )
        if kind == "log":
            return httpx.Response(200, json=list(module.log))
        self.calls.append(f"{'start' if method == 'POST' else 'cancel'} {name}")
        return httpx.Response(200, json={})
