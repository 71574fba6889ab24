"""The page of the certificate calendar: by month, as a list, and the forms for its address."""

import pytest

from tests.flows.calendar_calls import ADDRESS, FILE, trust
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account

PAGE = "certificateCalendar"
LIST = f"{PAGE}?view=list"


@pytest.fixture
def admin(server: FlowServer) -> Client:
    server.set_up()
    return server.client().sign_in()


def test_certificates_are_shown_in_their_months(server: FlowServer, admin: Client) -> None:
    trust(server, 1, days=-1)
    trust(server, 2, days=5)
    trust(server, 3, days=3000)
    texts = visit(admin, PAGE).texts
    order = [texts.index(each) for each in ("Expired", "CN=Seal 1, O=Hanse\\, Lübeck, C=DE")]
    order += [texts.index(each) for each in ("November 2026", "CN=Seal 2, O=Hanse\\, Lübeck, C=DE", "December 2026")]
    order += [texts.index(each) for each in ("October 2027", "Later", "CN=Seal 3, O=Hanse\\, Lübeck, C=DE")]
    assert order == sorted(order)
    assert "Expires soon" in texts


def test_a_month_with_many_items_leads_to_their_list(server: FlowServer, admin: Client) -> None:
    for number in range(10):
        trust(server, number, days=5)
    page = visit(admin, PAGE)
    address = page.links["and 2 more"]
    listed = visit(admin, address.rpartition("/")[2])
    assert all(f"CN=Seal {number}, O=Hanse\\, Lübeck, C=DE" in listed.texts for number in range(10))
    assert '<option value="2026-11" selected>' in listed.answer.text


def test_the_list_is_narrowed_by_type_and_has_further_pages(server: FlowServer, admin: Client) -> None:
    for number in range(52):
        trust(server, number, days=5 + number)
    page = visit(admin, f"{LIST}&kind=certificates/ca")
    assert "CN=Seal 49, O=Hanse\\, Lübeck, C=DE" in page.texts
    assert "CN=Seal 50, O=Hanse\\, Lübeck, C=DE" not in page.texts
    rest = visit(admin, page.links["Next page"].rpartition("/")[2])
    assert "CN=Seal 51, O=Hanse\\, Lübeck, C=DE" in rest.texts
    assert "No certificates" in visit(admin, f"{LIST}&kind=certificates/ca&period=expired").texts
    assert visit(admin, f"{LIST}&kind=nothing").status == 422


def test_the_address_is_shown_once_replaced_after_a_question_and_revoked(server: FlowServer, admin: Client) -> None:
    page = visit(admin, PAGE)
    assert "There is no address." in page.texts
    made = send(admin, page, {"_do": "renew"})
    (address,) = (each for each in made.texts if FILE in each)
    path = address.removeprefix(f"https://{admin.host}")
    assert server.client().get(path).status_code == 200
    shown = visit(admin, PAGE)
    assert FILE not in shown.text
    assert any(each.startswith("The current address was created on") for each in shown.texts)
    question = visit(admin, f"{PAGE}?do=renew")
    assert "Replace the calendar address?" in question.texts
    assert any(FILE in each for each in send(admin, question, {"_do": "renew"}).texts)
    assert server.client().get(path).status_code == 404
    answer = send(admin, visit(admin, f"{PAGE}?do=revoke"), {"_do": "revoke"})
    assert "The calendar address was revoked." in follow(admin, answer).texts
    assert server.basic("Administrator").get(ADDRESS).json() == {}


def test_only_crypto_administrators_manage_the_address(server: FlowServer, admin: Client) -> None:
    form = visit(admin, PAGE)
    owner = server.basic("Administrator")
    for body in (account("Reader", auditor=True, roles=[]), account("Other", ["ADMINISTRATOR"])):
        assert owner.post(f"{API}/administrativeAccounts", body).status_code == 200
        reader = server.client().sign_in(body["username"])
        page = visit(reader, f"{PAGE}?do=renew")
        assert page.action == ""
        assert "Create address" not in page.texts
        assert send(reader, form, {"_do": "renew"}).status == 403
    assert owner.post(f"{API}/administrativeAccounts", account("Users", ["USER_ADMINISTRATOR"])).status_code == 200
    assert visit(server.client().sign_in("Users"), PAGE).status == 403
    assert visit(server.client(), PAGE).status == 401


def test_names_cannot_add_markup(server: FlowServer, admin: Client) -> None:
    hostile = "<b>bold</b>"
    assert "<b>" not in visit(admin, f"{LIST}&period={hostile}").answer.text
