"""Running the modules of a plan, and reading their results."""

from dataclasses import dataclass, field

import httpx
import pytest
from tests.tools.conformance.scripted_suite import ScriptedModule, ScriptedSuite

from tools.conformance.suite import ModuleResult, Pace, Rotation, Suite

PLAN = "oidcc-basic-certification-test-plan"


@dataclass
class Steps:
    """Records the steps of a rotation among the calls of the suite."""

    calls: list[str]

    def prepare(self) -> None:
        self.calls.append("prepare keys")

    def rotate(self) -> None:
        self.calls.append("rotate keys")

    def end(self) -> None:
        self.calls.append("end of rotation")


@dataclass
class Seconds:
    """Time that passes only while somebody sleeps."""

    passed: float = 0.0
    pauses: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.passed += seconds
        self.pauses.append(seconds)

    @property
    def pace(self) -> Pace:
        return Pace(lambda: self.passed, self.sleep)


def run(scripted: ScriptedSuite, only: str = "", rotations: dict[str, Rotation] | None = None) -> list[ModuleResult]:
    suite = Suite("https://suite.invalid", Seconds().pace, scripted.transport)
    return list(suite.results(PLAN, {"client_auth_type": "mtls"}, {"alias": "a"}, rotations or {}, only))


def test_a_plan_is_created_with_its_variant_and_configuration() -> None:
    scripted = ScriptedSuite([])
    assert run(scripted) == []
    assert scripted.plans == [({"planName": PLAN, "variant": '{"client_auth_type": "mtls"}'}, {"alias": "a"})]


def test_modules_run_one_after_the_other_and_are_started_once_configured() -> None:
    scripted = ScriptedSuite(
        [
            ScriptedModule("one", variant={"response_type": "code"}),
            ScriptedModule("two", "REVIEW", ("RUNNING", "WAITING", "FINISHED")),
        ]
    )
    assert [(each.name, each.variant, each.result) for each in run(scripted)] == [
        ("one", {"response_type": "code"}, "PASSED"),
        ("two", {}, "REVIEW"),
    ]
    assert scripted.calls == ['create one {"response_type": "code"}', "start one", "create two {}"]


@pytest.mark.parametrize("result", ["PASSED", "REVIEW", "SKIPPED", "WARNING", "FAILED"])
def test_the_result_is_that_of_the_suite(result: str) -> None:
    assert [each.result for each in run(ScriptedSuite([ScriptedModule("one", result)]))] == [result]


def test_an_interrupted_module_without_a_result_is_unknown() -> None:
    scripted = ScriptedSuite([ScriptedModule("one", None, ("INTERRUPTED",))])
    assert [each.result for each in run(scripted)] == ["UNKNOWN"]


def test_a_module_that_does_not_end_is_cancelled_and_unknown() -> None:
    scripted = ScriptedSuite([ScriptedModule("one", None, ("WAITING",)), ScriptedModule("two")])
    assert [(each.name, each.result) for each in run(scripted)] == [("one", "UNKNOWN"), ("two", "PASSED")]
    assert scripted.calls == ["create one {}", "cancel one", "create two {}", "start two"]


def test_findings_are_the_failures_and_warnings_of_the_log() -> None:
    log = [
        {"src": "CheckIssuer", "result": "SUCCESS", "msg": "right"},
        {"src": "CheckNonce", "result": "FAILURE", "msg": "no nonce"},
        {"src": "CheckTls", "result": "WARNING", "msg": "old"},
        {"msg": "a line without a result"},
        {"result": "FAILURE"},
    ]
    (only,) = run(ScriptedSuite([ScriptedModule("one", "FAILED", log=log)]))
    assert only.findings == ("FAILURE CheckNonce: no nonce", "WARNING CheckTls: old", "FAILURE : ")


def test_modules_can_be_chosen_by_a_part_of_their_name() -> None:
    scripted = ScriptedSuite([ScriptedModule("oidcc-nonce"), ScriptedModule("oidcc-scope")])
    assert [each.name for each in run(scripted, "scope")] == ["oidcc-scope"]


def test_keys_are_rotated_around_the_module_that_waits_for_it() -> None:
    scripted = ScriptedSuite([ScriptedModule("plain"), ScriptedModule("keys")])
    run(scripted, rotations={"keys": Steps(scripted.calls)})
    assert scripted.calls == [
        "create plain {}",
        "start plain",
        "prepare keys",
        "create keys {}",
        "rotate keys",
        "start keys",
        "end of rotation",
    ]


def test_a_plan_that_the_suite_refuses_is_an_error() -> None:
    with pytest.raises(httpx.HTTPStatusError):
        run(ScriptedSuite([], refuses_plan=True))
