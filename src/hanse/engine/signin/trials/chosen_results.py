"""Substitutes for adapters and selectors in a dry run: each returns the next of the chosen results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hanse.engine.signin.policies.policy_request import PolicyRequest, UserId
from hanse.engine.signin.policies.position import PassedAdapter, TreePosition
from hanse.engine.snapshot.authentication_sources import find_source, source_of
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.plugins.contracts.adapters import Failure
from hanse.plugins.contracts.selectors import SelectorRequest, SelectorResult
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS
from hanse.resources.authentication.policies.trial import CHOOSE_SUCCESS_OR_FAIL, ChosenResult, reached_instead

_FAILURE: Final = Failure(code="chosen in a dry run")


class ResultWanted(Exception):
    """The policy has reached an adapter or a selector for which no result was chosen."""

    def __init__(self, type_: str, id_: str) -> None:
        super().__init__(type_, id_)
        self.type, self.id = type_, id_


class Results:
    """The chosen results, which are used up in their order."""

    def __init__(self, results: Sequence[ChosenResult]) -> None:
        self._results = results
        self._used = 0

    def take(self, type_: str, id_: str) -> ChosenResult:
        """Return the next result. Raises ResultWanted, and ValidationFailed if it was chosen for another node."""
        if self._used == len(self._results):
            raise ResultWanted(type_, id_)
        path, result = f"results[{self._used}]", self._results[self._used]
        if (result.type, result.id) != (type_, id_):
            raise ValidationFailed([FieldError(reached_instead(id_), path, "result_of_another_node")])
        self._used += 1
        return result


@dataclass(frozen=True)
class ChosenAdapters:
    """Answers instead of adapters; the interface is `policies.policy_request.AdapterCaller`."""

    results: Results
    clock: Clock

    async def call(
        self, turn: PolicyRequest, adapter: str, _user: UserId, _known: TreePosition
    ) -> PassedAdapter | Failure:
        """Return the next of the chosen results."""
        source = source_of(adapter)
        chosen = self.results.take(source.type, source.source_ref.id)
        if chosen.result == FAIL:
            return _FAILURE
        if chosen.result != SUCCESS:
            raise ValidationFailed([FieldError(CHOOSE_SUCCESS_OR_FAIL, "results", "unknown_result")])
        instance = find_source(turn.request.snapshot, adapter)
        plugin = None if instance is None else instance.plugin
        return PassedAdapter(
            adapter=adapter,
            attributes={
                each.name: each.values[0] if len(each.values) == 1 else list(each.values)
                for each in chosen.attributes
                if each.values
            },
            user_key="",
            auth_time=self.clock.now().timestamp(),
            proves=not getattr(plugin, "identifies_only", False),
        )


@dataclass(frozen=True)
class ChosenSelector:
    """Answers instead of a selector; the interface is `plugins.contracts.selectors.Selector`."""

    id: str
    results_of_run: Results

    def results(self, _values: Sequence[str]) -> Sequence[str]:
        """Return an empty result, because the runner does not call this."""
        return ()

    def select(self, _facts: SelectorRequest, _values: Sequence[str]) -> SelectorResult:
        """Return the next of the chosen results."""
        return SelectorResult(self.results_of_run.take("AUTHN_SELECTOR", self.id).result or None)
