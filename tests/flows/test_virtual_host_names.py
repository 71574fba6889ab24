"""Virtual host names over HTTP."""

import pytest

from tests.flows.server import API, Client, FlowServer

HOSTS = f"{API}/virtualHostNames"


@pytest.fixture(scope="module")
def shared_admin(shared_server: FlowServer) -> Client:
    """A client of the shared server, for tests that do not affect others."""
    return shared_server.client().sign_in()


def test_virtual_host_names_keep_their_order(admin: Client) -> None:
    names = ["zebra.example.com", "ant.example.com", "xn--bcher-kva.example", "10.0.0.1", "localhost"]
    assert admin.put(HOSTS, {"virtualHostNames": names}).json() == {"virtualHostNames": names}
    assert admin.get(HOSTS).json() == {"virtualHostNames": names}
    assert admin.put(HOSTS, {"virtualHostNames": []}).json() == {"virtualHostNames": []}


@pytest.mark.parametrize(
    "name",
    [
        "-a.example",
        "a-.example",
        "a..example",
        "a.example.",
        "a b",
        "https://a.example",
        "a.example:80",
        "*.example",
        "b\u00fccher.example",
        "a_b.example",
        "x" * 64,
        ".".join(["x" * 60] * 5),
        "a.example\n",
        "300.1.1.1",
    ],
)
def test_invalid_virtual_host_names_are_refused(shared_admin: Client, name: str) -> None:
    answer = shared_admin.put(HOSTS, {"virtualHostNames": ["good.example", name]})
    assert answer.status_code == 422, answer.text
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == ["virtualHostNames[1]"]
    assert shared_admin.get(HOSTS).json() == {"virtualHostNames": []}


def test_a_repeated_virtual_host_name_is_marked_on_its_row(admin: Client) -> None:
    answer = admin.put(HOSTS, {"virtualHostNames": ["a.example", "b.example", "A.EXAMPLE"]})
    (finding,) = answer.json()["validationErrors"]
    assert finding == {
        "errorId": "value_in_use",
        "message": "This host name is already in the list.",
        "fieldPath": "virtualHostNames[2]",
    }


def test_a_list_of_etags_matches_if_one_of_them_does(admin: Client) -> None:
    hosts = {"virtualHostNames": ["any.example"]}
    etag = admin.put(HOSTS, hosts).headers["ETag"]
    for tags in (f'"0", {etag}', f',{etag} ,, "a,b"', f'W/"1","five",{etag}'):
        assert admin.put(HOSTS, hosts, headers={"If-Match": tags}).status_code == 200, tags
    assert admin.put(HOSTS, hosts, headers={"If-Match": '"0", "5000"'}).status_code == 409
