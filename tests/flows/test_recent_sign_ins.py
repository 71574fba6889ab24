"""The newest sign-ins on the pages of connections, with links to the sign-in trace."""

import pytest

from hanse.app.sign_in_traces import StoredSignInTraces
from hanse.kit.errors import Unavailable
from hanse.kit.sign_in_traces import TraceOutcome
from hanse.resources.federation.connections.recent_sign_ins import SHOWN
from tests.flows.connection_calls import IDP_CONNECTIONS, SP_CONNECTIONS
from tests.flows.mapping_pages import stored
from tests.flows.pages import visit
from tests.flows.server import Client, FlowServer
from tests.flows.test_frames import signed_in
from tests.flows.trace_calls import TRACES, add_trace

TRACE = "/system/server/sign-in-trace"
NONE = "No sign-ins are recorded for this connection."


@pytest.fixture
def admin(filled_server: FlowServer) -> Client:
    return filled_server.client().sign_in()


def test_the_page_of_an_sp_connection_shows_the_newest_sign_ins_of_its_partner(admin: Client) -> None:
    entity_id = stored(admin, f"{SP_CONNECTIONS}/sp-0")["entityId"]
    assert NONE in visit(admin, "spConnections/edit/sp-0").texts
    now = admin.server.clock.now().timestamp()
    for number in range(SHOWN + 2):
        names = {"trace_id": f"sp-{number:02}", "request_id": f"sp-{number:02}", "user": f"user {number:02}"}
        add_trace(admin.server, **names, client_id=entity_id, time=now + number)
    add_trace(admin.server, trace_id="other", request_id="other", client_id="shop", user="somebody else")
    page = visit(admin, "spConnections/edit/sp-0")
    assert NONE not in page.texts
    shown = [each for each in page.texts if each.startswith("user ")]
    assert shown == [f"user {number:02}" for number in reversed(range(2, SHOWN + 2))]
    assert "somebody else" not in page.texts
    assert {"Failed", "The adapter did not authenticate the user: secret detail."} <= set(page.texts)
    assert f'href="{TRACE}/sp-11" target="_top"' in page.answer.text
    # The list has all of them.
    assert page.links["Show all"] == f"{TRACE}?client=https%3A%2F%2Fsp.example.com"
    listed = visit(admin, page.links["Show all"].replace(TRACE, "signInTrace"))
    assert {"user 00", "user 11"} <= set(listed.texts)
    assert "somebody else" not in listed.texts


def test_the_page_of_an_idp_connection_shows_the_newest_sign_ins_through_it(admin: Client) -> None:
    id_ = stored(admin, IDP_CONNECTIONS)["items"][0]["id"]
    page = visit(admin, f"idpConnections/edit/{id_}")
    assert NONE in page.texts
    succeeded = {"outcome": TraceOutcome.SUCCEEDED, "reason": None, "detail": ""}
    add_trace(admin.server, trace_id="idp", request_id="idp", connection_id=id_, user="partner user", **succeeded)
    add_trace(admin.server, trace_id="idp-2", request_id="idp-2", connection_id="another", user="somebody else")
    auditor = signed_in(admin.server, "sign-in-auditor", auditor=True)
    for reader in (admin, auditor):
        page = visit(reader, f"idpConnections/edit/{id_}")
        assert {"partner user", "Succeeded"} <= set(page.texts)
        assert "somebody else" not in page.texts
    assert page.links["Show all"] == f"{TRACE}?connection={id_}"
    listed = visit(admin, f"signInTrace?connection={id_}")
    assert "partner user" in listed.texts
    assert "somebody else" not in listed.texts
    assert f'value="{id_}"' in listed.answer.text
    assert [each["id"] for each in admin.get(f"{TRACES}?connectionId={id_}").json()["items"]] == ["idp"]


def test_a_connection_is_shown_if_the_trace_is_not_available(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_values: object, **_named: object) -> None:
        raise Unavailable("The database does not answer.")

    monkeypatch.setattr(StoredSignInTraces, "page", refuse)
    page = visit(admin, "spConnections/edit/sp-0")
    assert page.status == 200
    assert "The sign-in trace is not available now. Load the page again later." in page.texts
    assert "Show all" in page.links
