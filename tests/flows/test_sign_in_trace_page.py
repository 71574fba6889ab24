"""The pages with the traces of sign-ins: found by a search, shown with their steps, and downloaded."""

from datetime import timedelta
from urllib.parse import quote

from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep, TraceOutcome
from tests.flows.pages import FRAME, visit
from tests.flows.server import Client, FlowServer
from tests.flows.trace_calls import TRACES, add_trace

PAGE = "signInTrace"
HOSTILE = "<b>joe</b>"


def test_sign_ins_are_found_by_user_client_reference_outcome_and_time(server: FlowServer, admin: Client) -> None:
    empty = visit(admin, PAGE).texts
    assert "No sign-ins" in empty
    assert "No recorded sign-in matches this search." not in empty
    add_trace(server)
    old = (server.core.environment.clock.now() - timedelta(hours=3)).timestamp()
    succeeded = {"outcome": TraceOutcome.SUCCEEDED, "reason": None, "detail": ""}
    add_trace(server, trace_id="t-2", request_id="r-2", user="amy", client_id="web", time=old, **succeeded)
    both = visit(admin, PAGE)
    assert {"Joe", "shop", "Failed", "amy", "web", "Succeeded"} <= set(both.texts)
    for search in ("user=JOE", "client=shop", "reference=r-1", "outcome=FAILED", "hours=1"):
        found = visit(admin, f"{PAGE}?{search}").texts
        assert "Joe" in found, search
        assert "amy" not in found, search
    # Unknown choices are ignored.
    assert {"Joe", "amy"} <= set(visit(admin, f"{PAGE}?outcome=ELSE&hours=2").texts)


def test_a_search_without_hits_links_to_the_settings_and_keeps_what_was_searched_for(admin: Client) -> None:
    page = visit(admin, f"{PAGE}?user=nobody")
    assert {"No sign-ins", "No recorded sign-in matches this search."} <= set(page.texts)
    assert page.links["Sign-In Trace Settings"] == "/system/server/sign-in-trace-settings"
    assert 'value="nobody"' in page.answer.text


def test_no_field_of_the_search_has_the_id_of_the_result_that_scripts_focus(admin: Client) -> None:
    assert 'id="outcome"' not in visit(admin, PAGE).answer.text


def test_the_list_leads_to_its_next_page_and_keeps_the_search(server: FlowServer, admin: Client) -> None:
    for number in range(51):
        add_trace(server, trace_id=f"t-{number:02}", request_id=f"r-{number:02}", user=f"user {number:02}")
    first = visit(admin, f"{PAGE}?client=shop")
    assert "client=shop" in first.links["Next page"]
    last = visit(admin, first.links["Next page"].removeprefix(f"{FRAME}/"))
    shown = [{each for each in page.texts if each.startswith("user ")} for page in (first, last)]
    assert [len(each) for each in shown] == [50, 1]
    assert len(shown[0] | shown[1]) == 51
    assert "Next page" not in last.links


def test_a_sign_in_shows_each_step_with_its_result_attributes_and_reason(server: FlowServer, admin: Client) -> None:
    steps = (
        TracedStep(kind=StepKind.ADAPTER, id="html", depth=2, before={"username": "Joe"}, after={"username": [""]}),
        TracedStep(kind=StepKind.FAILURE, result="access_denied", reason=FailureReason.DENIED),
    )
    add_trace(server, steps=steps)
    page = visit(admin, f"{PAGE}/t-1")
    assert "Sign-in of Joe" in page.texts
    assert {"Adapter", "html", "Attributes before", "username", "Joe", "Value not recorded"} <= set(page.texts)
    assert {"Failure", "access_denied", "The policy ended without authenticating the user."} <= set(page.texts)
    assert "r-1" in page.texts
    assert "from 192.0.2.1" in page.text
    assert page.links["Sign-In Trace"] == f"{FRAME}/{PAGE}"


def test_the_file_of_a_sign_in_is_the_answer_of_the_api(server: FlowServer, admin: Client) -> None:
    add_trace(server)
    file = visit(admin, visit(admin, f"{PAGE}/t-1").links["Download as JSON"]).answer
    assert file.headers["content-disposition"] == 'attachment; filename="sign-in-t-1.json"'
    assert file.headers["content-type"] == "application/json"
    assert file.json() == server.basic("Administrator").get(f"{TRACES}/t-1").json()


def test_users_and_searched_values_cannot_add_markup(server: FlowServer, admin: Client) -> None:
    add_trace(server, user=HOSTILE, client_id=HOSTILE, detail=HOSTILE, client_address=HOSTILE)
    for address in (f"{PAGE}?user={quote(HOSTILE)}", f"{PAGE}/t-1"):
        page = visit(admin, address)
        assert HOSTILE in page.text
        assert "<b>" not in page.answer.text


def test_an_unknown_trace_and_an_invented_page_say_so(admin: Client) -> None:
    gone = visit(admin, f"{PAGE}/t-9")
    assert gone.status == 404
    assert "The trace does not exist or has expired." in gone.texts
    assert gone.links["Back to Sign-In Trace"] == f"{FRAME}/{PAGE}"
    assert visit(admin, f"{PAGE}?after=invented").status == 422


def test_only_administrators_of_the_configuration_see_the_page(server: FlowServer, admin: Client) -> None:
    add_trace(server)
    for path in (PAGE, f"{PAGE}/t-1", f"{PAGE}/t-1/file"):
        assert visit(admin, path).status == 200
        assert visit(server.client(), path).status == 401
