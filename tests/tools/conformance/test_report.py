"""The tables of a run, and the exit code."""

from datetime import UTC, datetime

import pytest

from tools.conformance.report import PlanReport, exit_code, module_row, totals
from tools.conformance.suite import ModuleResult

BEGAN, ENDED = datetime(2026, 11, 24, 19, 29, tzinfo=UTC), datetime(2026, 11, 24, 20, 5, tzinfo=UTC)


def report(*results: str) -> PlanReport:
    return PlanReport("basic", BEGAN, [ModuleResult("module", {}, each, ()) for each in results])


def test_a_module_has_its_variant_and_findings() -> None:
    result = ModuleResult("nonce", {"response_type": "code", "mode": "form_post"}, "FAILED", ("FAILURE A: b", "c"))
    assert module_row(result) == "| nonce (code, form_post) | FAILED | FAILURE A: b; c |"


def test_a_message_of_the_suite_stays_in_its_cell() -> None:
    result = ModuleResult("nonce", {}, "WARNING", ("one | two\nthree",))
    assert module_row(result) == "| nonce | WARNING | one \\| two three |"


def test_the_row_of_a_plan_has_the_number_of_each_result() -> None:
    counted = report("PASSED", "PASSED", "REVIEW", "SKIPPED", "WARNING", "FAILED", "UNKNOWN", "INTERRUPTED")
    assert counted.row(ENDED) == "| basic | 19:29 to 20:05 | 2 | 1 | 1 | 1 | 3 |"


def test_no_result_of_a_kind_leaves_its_cell_empty() -> None:
    assert report("PASSED").row(ENDED) == "| basic | 19:29 to 20:05 | 1 |  |  |  |  |"


def test_the_rows_have_the_columns_of_the_header() -> None:
    header, line, row = totals([report("PASSED").row(ENDED)]).splitlines()
    assert header.count("|") == line.count("|") == row.count("|")


@pytest.mark.parametrize(
    ("results", "code"),
    [
        (("PASSED", "REVIEW", "SKIPPED"), 0),
        (("PASSED", "WARNING"), 1),
        (("PASSED", "FAILED"), 1),
        (("PASSED", "UNKNOWN"), 1),
        (("PASSED", "INTERRUPTED"), 1),
        ((), 1),
    ],
)
def test_the_exit_code_is_0_only_if_every_module_is_clean(results: tuple[str, ...], code: int) -> None:
    assert exit_code([report(*results)]) == code
    assert exit_code([report("PASSED"), report(*results)]) == code
