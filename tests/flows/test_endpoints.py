"""The call of the endpoint dialogs: the addresses of the engine, depending on the caller's roles."""

import pytest

from tests.flows.server import API, UI, FlowServer, account


def test_without_a_base_url_the_engine_has_the_host_of_the_request(server: FlowServer) -> None:
    answer = server.set_up().get(f"{UI}/endpoints").json()
    (only,) = answer["addresses"]
    assert only["origin"].startswith(f"{server.options.scheme}://")
    assert only["origin"].endswith(f":{server.options.engine_port}")
    assert (only["path"], only["isIssuer"]) == ("", False)
    assert {kind for each in answer["endpoints"] for kind in each["kinds"]} == {
        "idp",
        "idp-application",
        "oauth",
        "sp",
        "sp-application",
    }


@pytest.mark.parametrize(
    ("rights", "sees_all"),
    [
        ({"roles": ["ADMINISTRATOR"]}, True),
        ({"roles": ["CRYPTO_ADMINISTRATOR"]}, True),
        ({"auditor": True}, True),
        ({"roles": ["USER_ADMINISTRATOR"]}, False),
    ],
    ids=str,
)
def test_other_hosts_and_issuers_are_listed_for_those_who_may_read_them(
    server: FlowServer, rights: dict[str, object], sees_all: bool
) -> None:
    admin = server.set_up()
    settings = admin.get(f"{API}/serverSettings").json()
    federation = {**settings.get("federationInfo", {}), "baseUrl": "https://sso.example:9031"}
    saved = admin.put(f"{API}/serverSettings", {**settings, "federationInfo": federation})
    assert saved.status_code == 200, saved.text
    assert admin.put(f"{API}/virtualHostNames", {"virtualHostNames": ["login.example"]}).status_code == 200
    issuer = {"name": "Bremen", "host": "bremen.example", "path": "/town"}
    assert admin.post(f"{API}/oauth/issuers", issuer).status_code == 201
    assert admin.post(f"{API}/administrativeAccounts", account("other", **rights)).status_code == 200
    shown = server.client().sign_in("other").get(f"{UI}/endpoints").json()["addresses"]
    others = ["https://login.example:9031", "https://bremen.example:9031/town"] if sees_all else []
    assert [each["origin"] + each["path"] for each in shown] == ["https://sso.example:9031", *others]
    assert all(each["isIssuer"] for each in shown)
