"""The trace of a sign-in: its steps, its outcome and the reason of a failure."""

import asyncio
from dataclasses import replace

from hanse.engine.trace.trace_queue import MOST_WAITING, TraceQueue, TraceWriter
from hanse.kit.sign_in_traces import (
    FailureReason,
    SignInTrace,
    StepKind,
    TracedStep,
    TraceFilter,
    TraceOutcome,
    TraceSummary,
)
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import CONTRACT_GRANT_MAPPINGS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from tests.conformance.state.test_traces import PART
from tests.engine.signin.api.application import CREDENTIALS, Application, add_application
from tests.engine.signin.site import SignInSite, Visitor, returned
from tests.support.configurations import delete
from tests.support.instances import adapter
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, policy, source


def summaries(site: SignInSite, reference: str = "") -> list[TraceSummary]:
    """Return the recorded traces, the newest first."""
    engine = site.engine
    asyncio.run(TraceWriter(engine.services.traces, engine.state.traces).write())
    return list(asyncio.run(engine.state.traces.page(TraceFilter(reference=reference), engine.now())).items)


def only(site: SignInSite) -> SignInTrace:
    """Return the only recorded trace."""
    (summary,) = summaries(site)
    return trace_of(site, summary.id)


def trace_of(site: SignInSite, id_: str) -> SignInTrace:
    """Return a recorded trace with its steps."""
    found = asyncio.run(site.engine.state.traces.get(id_, site.engine.now()))
    assert found is not None
    return found


def steps(trace: SignInTrace) -> list[TracedStep]:
    return [step for request in trace.requests for step in request.steps]


def kinds(trace: SignInTrace) -> list[StepKind]:
    return [step.kind for step in steps(trace)]


def add_policy(site: SignInSite) -> None:
    """Add a policy with the HTML form adapter, which ends in the site's policy contract."""
    subject = from_source("ADAPTER", "username", "adapter-0")
    end = contract("apc-0", subject=subject, mail=text("joe@example.com"))
    site.add_policy(policy("P", source("adapter-0", done("Fail"), end)))


def test_a_sign_in_with_a_policy_shows_the_branch_taken_and_the_attributes_before_and_after_mappings(
    site: SignInSite, joe: Visitor
) -> None:
    add_policy(site)
    returned(joe.sign_in(joe.authorize()))
    trace = only(site)
    assert trace.summary.outcome is TraceOutcome.SUCCEEDED
    assert (trace.summary.user, trace.summary.client_id) == ("joe", "web")
    assert kinds(trace) == [
        StepKind.REQUEST,
        StepKind.ADAPTER,
        StepKind.PAGE,
        # The form was sent in a separate request.
        StepKind.ADAPTER,
        StepKind.CONTRACT,
        StepKind.SIGNED_IN,
        StepKind.GRANT_MAPPING,
        StepKind.ANSWER,
    ]
    _request, _asked, page, form, mapped, signed_in, grant, answer = steps(trace)
    assert page.result == "html.form.login.template.html"
    assert (form.id, form.result, form.tree) == ("adapter-0", "Success", "p")
    assert form.after["username"] == "joe"
    assert mapped.id == "apc-0"
    assert signed_in.after == {"subject": "joe", "mail": "joe@example.com"}
    assert (grant.before, grant.after["USER_KEY"]) == (signed_in.after, "joe")
    assert answer.result == "code"


def test_a_wrong_password_shows_the_error_of_the_page_and_the_entered_name(site: SignInSite, joe: Visitor) -> None:
    joe.sign_in(joe.authorize(), "joe", "wrong")
    trace = only(site)
    assert (trace.summary.outcome, trace.summary.user) == (TraceOutcome.WAITING, "joe")
    assert trace.summary.detail
    assert steps(trace)[-1].detail == trace.summary.detail
    assert all("wrong" not in str(each.after) + each.result for each in steps(trace))


def test_the_reference_number_of_a_request_leads_to_its_sign_in(site: SignInSite, joe: Visitor) -> None:
    joe.sign_in(joe.authorize())
    trace = only(site)
    assert len(trace.requests) > 1
    for request in trace.requests:
        assert [each.id for each in summaries(site, reference=request.id)] == [trace.summary.id]


def test_issuance_criteria_that_are_not_met_are_the_reason(site: SignInSite, joe: Visitor) -> None:
    criteria = {
        "conditionalCriteria": [
            {
                "source": {"type": "ADAPTER", "id": "adapter-0"},
                "attributeName": "username",
                "condition": "EQUALS",
                "value": "amy",
                "errorResult": "Only Amy may use this application.",
            }
        ]
    }
    body = policy("P", source("adapter-0", done("Fail"), contract("apc-0", subject=text("x"), mail=text("y"))))
    body["rootNode"]["children"][1]["action"]["attributeMapping"]["issuanceCriteria"] = criteria
    site.add_policy(body)
    joe.sign_in(joe.authorize())
    trace = only(site)
    assert (trace.summary.outcome, trace.summary.reason) == (TraceOutcome.FAILED, FailureReason.CRITERIA_NOT_MET)
    assert trace.summary.detail == "Only Amy may use this application."
    failed = next(each for each in steps(trace) if each.reason is not None)
    assert (failed.kind, failed.tree) == (StepKind.CONTRACT, "p")


def test_a_missing_grant_mapping_is_the_reason(site: SignInSite, joe: Visitor) -> None:
    add_policy(site)
    configuration = site.engine.core.configuration
    with configuration.reading() as view:
        (mapping,) = view.everything(CONTRACT_GRANT_MAPPINGS)
    delete(configuration, CONTRACT_GRANT_MAPPINGS, mapping.id)
    site.engine.caught_up()
    joe.sign_in(joe.authorize())
    assert only(site).summary.reason is FailureReason.NO_GRANT_MAPPING


def test_prompt_none_without_a_session_is_the_reason(site: SignInSite, joe: Visitor) -> None:
    assert returned(joe.authorize(prompt="none"))["error"] == "login_required"
    trace = only(site)
    assert trace.summary.reason is FailureReason.SIGN_IN_REQUIRED
    assert [each.result for each in steps(trace) if each.kind is StepKind.FAILURE] == ["login_required"] * 2


def test_a_refused_request_of_a_known_client_is_recorded_and_one_of_an_unknown_client_is_not(
    site: SignInSite, joe: Visitor
) -> None:
    joe.authorize(scope="openid unknown")
    joe.authorize(client_id="stranger")
    trace = only(site)
    assert (trace.summary.client_id, steps(trace)[-1].result) == ("web", "invalid_scope")
    assert trace.summary.reason is FailureReason.REQUEST_REFUSED


def test_masked_attributes_have_no_values_even_under_another_name(site: SignInSite, joe: Visitor) -> None:
    body = adapter("masked")
    body["attributeContract"]["coreAttributes"][1]["masked"] = True
    site.add(ADAPTERS, body)
    subject = from_source("ADAPTER", "username", "adapter-masked")
    end = contract("apc-0", subject=subject, mail=text("shown"))
    site.add_policy(policy("P", source("adapter-masked", done("Fail"), end)))
    joe.sign_in(joe.authorize())
    trace = only(site)
    assert trace.summary.outcome is TraceOutcome.SUCCEEDED
    by_kind = {each.kind: each for each in steps(trace)}
    assert by_kind[StepKind.ADAPTER].after["username"] == "********"
    assert by_kind[StepKind.SIGNED_IN].after == {"subject": "********", "mail": "shown"}
    assert by_kind[StepKind.GRANT_MAPPING].after["USER_KEY"] == "********"


def test_values_of_attributes_are_recorded_only_if_the_settings_say_so(site: SignInSite, joe: Visitor) -> None:
    site.engine.save(SIGN_IN_TRACE_SETTINGS, {"recordAttributes": False})
    add_policy(site)
    joe.sign_in(joe.authorize())
    (signed_in,) = [each for each in steps(only(site)) if each.kind is StepKind.SIGNED_IN]
    assert signed_in.after == {"subject": "", "mail": ""}


def test_nothing_is_recorded_if_the_trace_is_off(site: SignInSite, joe: Visitor) -> None:
    site.engine.save(SIGN_IN_TRACE_SETTINGS, {"enabled": False})
    joe.sign_in(joe.authorize())
    assert summaries(site) == []


def test_a_trace_expires_with_its_retention(site: SignInSite, joe: Visitor) -> None:
    site.engine.save(SIGN_IN_TRACE_SETTINGS, {"retentionDays": 1})
    joe.sign_in(joe.authorize())
    assert len(summaries(site)) == 1
    site.engine.clock.advance(days=1)
    assert summaries(site) == []


def test_a_full_queue_drops_sign_ins_that_did_not_fail_first() -> None:
    queue = TraceQueue()
    for _ in range(MOST_WAITING // 2 + 3):
        queue.put(replace(PART, outcome=TraceOutcome.SUCCEEDED))
    assert queue.dropped == 3
    for _ in range(MOST_WAITING):
        queue.put(PART)
    assert queue.dropped == 3 + MOST_WAITING // 2
    assert len(queue.take()) == 100


def test_a_sign_in_by_the_authentication_api_has_the_same_steps(site: SignInSite, joe: Visitor) -> None:
    add_application(site)
    application = Application(joe)
    application.start()
    application.refused("checkUsernamePassword", username="joe", password="wrong")
    application.resume(application.act("checkUsernamePassword", **CREDENTIALS))
    trace = only(site)
    assert (trace.summary.outcome, trace.summary.user) == (TraceOutcome.SUCCEEDED, "joe")
    pages = [step for step in steps(trace) if step.kind is StepKind.PAGE]
    # The state that the application saw instead of the page.
    assert [each.result for each in pages] == ["USERNAME_PASSWORD_REQUIRED"] * 2
    assert [bool(each.detail) for each in pages] == [False, True]
    assert kinds(trace)[-3:] == [StepKind.SIGNED_IN, StepKind.GRANT_MAPPING, StepKind.ANSWER]
    assert all(CREDENTIALS["password"] not in repr(each) for each in steps(trace))
