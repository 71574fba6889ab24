"""The tables of a run: results of modules, and numbers of results of plans as in `docs/conformance.md`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from tools.conformance.suite import ModuleResult

HEADER: Final = "| module | result | findings |\n|---|---|---|"
TOTALS_HEADER: Final = "| plan | run | passed | review | skipped | warning | failed |\n|---|---|---|---|---|---|---|"
_COLUMNS: Final = ("PASSED", "REVIEW", "SKIPPED", "WARNING")
_CLEAN: Final = frozenset({"PASSED", "REVIEW", "SKIPPED"})


@dataclass
class PlanReport:
    """The results of one plan."""

    name: str
    began: datetime
    results: list[ModuleResult] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Return whether modules ran, and each of them passed, was skipped or waits for a person's review."""
        return bool(self.results) and all(each.result in _CLEAN for each in self.results)

    def row(self, ended: datetime) -> str:
        """Return the row of the plan. A module without a known result has failed."""
        numbers = Counter(each.result for each in self.results)
        failed = numbers.total() - sum(numbers[each] for each in _COLUMNS)
        cells = [str(number or "") for number in (*(numbers[each] for each in _COLUMNS), failed)]
        return f"| {self.name} | {self.began:%H:%M} to {ended:%H:%M} | {' | '.join(cells)} |"


def module_row(result: ModuleResult) -> str:
    """Return the row of a module. Line breaks and bars of the suite's messages would end the cell."""
    variant = ", ".join(result.variant.values())
    findings = "; ".join(" ".join(each.replace("|", "\\|").split()) for each in result.findings)
    return f"| {result.name}{f' ({variant})' if variant else ''} | {result.result} | {findings} |"


def exit_code(reports: Iterable[PlanReport]) -> int:
    """Return 0 if all plans are clean, or else 1."""
    return 0 if all(each.is_clean for each in reports) else 1


def totals(rows: Sequence[str]) -> str:
    """Return the table of all plans."""
    return "\n".join((TOTALS_HEADER, *rows))
