"""The user guide that the server serves."""

import re

from tests.flows.server import FlowServer


def test_an_anonymous_reader_gets_a_page_with_the_strict_policy(shared_server: FlowServer) -> None:
    answer = shared_server.client().get("/docs/clustering", headers={"X-XSRF-Header": None})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "<h1" in answer.text
    style = shared_server.client().get("/docs/page.css")
    assert (style.status_code, style.headers["content-type"]) == (200, "text/css; charset=utf-8")


def test_the_index_has_one_address(shared_server: FlowServer) -> None:
    answer = shared_server.client().get("/docs")
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/")
    assert "User guide" in shared_server.client().get("/docs/").text


def test_an_unchanged_page_is_not_sent_again(shared_server: FlowServer) -> None:
    first = shared_server.client().get("/docs/support")
    again = shared_server.client().get("/docs/support", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")


def test_pages_show_their_pictures(shared_server: FlowServer) -> None:
    page = shared_server.client().get("/docs/quick-start").text
    shown = re.findall(r'<img src="([^"]+)" alt="[^"]+"', page)
    assert shown
    for address in shown:
        picture = shared_server.client().get(f"/docs/{address}")
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        assert picture.content.startswith(b"\x89PNG")
    assert shared_server.client().get("/docs/pictures/../page.css").status_code in (200, 404)
    assert shared_server.client().get("/docs/pictures/nothing.png").status_code == 404


def test_no_path_leads_out_of_the_guide(shared_server: FlowServer) -> None:
    for path in ("nothing", "../pyproject", "..%2f..%2fpyproject", "%2e%2e/README", "site.py", "support/"):
        answer = shared_server.client().get(f"/docs/{path}")
        assert answer.status_code in (200, 404), path
        assert "hatchling" not in answer.text
    missing = shared_server.client().get("/docs/nothing")
    assert missing.status_code == 404
    assert "Page not found" in missing.text


def test_the_console_gets_the_address_of_the_guide(shared_server: FlowServer) -> None:
    client = shared_server.client().sign_in("Administrator")
    urls = client.get("/pf-admin-ui/uiSettings").json()["documentationUrls"]
    for address in urls.values():
        assert shared_server.client().get(address).status_code == 200, address
