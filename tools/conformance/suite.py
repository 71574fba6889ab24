"""The conformance suite's own API: create a plan, run its modules, read their results."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

import httpx

_ENDED: Final = {"FINISHED", "INTERRUPTED"}
_POLL_SECONDS: Final = 1.0
_MODULE_SECONDS: Final = 240.0


@dataclass(frozen=True)
class ModuleResult:
    """The result of one test module, with the conditions that failed or gave a warning."""

    name: str
    variant: Mapping[str, str]
    # PASSED, WARNING, REVIEW, SKIPPED, FAILED, or UNKNOWN for a module that did not end in time.
    result: str
    findings: tuple[str, ...]


class Rotation(Protocol):
    """The actions for a module that waits until the keys of the server are rotated."""

    def prepare(self) -> None:
        """Act before the module is created."""

    def rotate(self) -> None:
        """Act before the module is started."""

    def end(self) -> None:
        """Act after the module."""


class _NoRotation:
    def prepare(self) -> None:
        pass

    def rotate(self) -> None:
        pass

    def end(self) -> None:
        pass


@dataclass(frozen=True)
class Pace:
    """The clock of the waiting for modules."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Suite:
    """A running conformance suite in its development mode, which needs no account."""

    def __init__(self, address: str, pace: Pace | None = None, transport: httpx.BaseTransport | None = None) -> None:
        self.address = address
        self._pace = pace or Pace()
        # The suite runs on this machine, with a certificate of its own.
        self._http = httpx.Client(base_url=address, verify=False, timeout=60, transport=transport)  # noqa: S501

    def results(
        self,
        plan: str,
        variant: Mapping[str, str],
        configuration: Any,
        rotations: Mapping[str, Rotation],
        only: str = "",
    ) -> Iterator[ModuleResult]:
        """Create the plan and run its modules in order; with `only`, those whose name contains it.

        `rotations` are those of the modules that need one, by the module's name.

        Raises httpx.HTTPStatusError if the suite refuses the plan.
        """
        parameters = {"planName": plan, **({"variant": json.dumps(variant)} if variant else {})}
        created = self._post("/api/plan", parameters, configuration)
        for module in created["modules"]:
            if only in module["testModule"]:
                name = module["testModule"]
                yield self._run(created["id"], name, module.get("variant") or {}, rotations.get(name, _NoRotation()))

    def _run(self, plan_id: str, name: str, variant: Mapping[str, str], rotation: Rotation) -> ModuleResult:
        rotation.prepare()
        parameters = {"test": name, "plan": plan_id, "variant": json.dumps(variant)}
        id_ = self._post("/api/runner", parameters)["id"]
        deadline = self._pace.now() + _MODULE_SECONDS
        status = self._get(f"/api/info/{id_}")
        while status["status"] not in _ENDED and self._pace.now() < deadline:
            if status["status"] == "CONFIGURED":
                rotation.rotate()
                self._post(f"/api/runner/{id_}")
            self._pace.sleep(_POLL_SECONDS)
            status = self._get(f"/api/info/{id_}")
        if status["status"] not in _ENDED:
            self._http.delete(f"/api/runner/{id_}")
        rotation.end()
        result = status.get("result") or "UNKNOWN"
        return ModuleResult(name, variant, result, tuple(self._findings(id_)))

    def _findings(self, id_: str) -> Iterator[str]:
        for entry in self._get(f"/api/log/{id_}"):
            if entry.get("result") in {"FAILURE", "WARNING"}:
                yield f"{entry['result']} {entry.get('src', '')}: {entry.get('msg', '')}"

    def _get(self, path: str) -> Any:
        answer = self._http.get(path)
        answer.raise_for_status()
        return answer.json()

    def _post(self, path: str, parameters: Mapping[str, str] | None = None, body: Any = None) -> Any:
        answer = self._http.post(path, params=parameters, json=body)
        answer.raise_for_status()
        return answer.json()
