"""Keys of hardware security modules, which this server does not have."""

import pytest

from tests.flows.key_calls import key_link
from tests.flows.server import API, FlowServer


@pytest.mark.parametrize("family", ["signing", "sslClient", "sslServer"])
def test_a_key_of_a_module_is_refused_with_the_reason(shared_server: FlowServer, family: str) -> None:
    admin = shared_server.basic("Administrator")
    before = admin.get(f"{API}/keyPairs/{family}").json()
    answer = admin.post(f"{API}/keyPairs/{family}/link", key_link())
    assert answer.status_code == 422
    (error,) = answer.json()["validationErrors"]
    assert error["fieldPath"] == "privateKeyId"
    assert "no hardware security module" in error["message"]
    assert admin.get(f"{API}/keyPairs/{family}").json() == before
    for body, path in (
        ({**key_link(), "certificateData": "no certificate"}, "certificateData"),
        ({"certificateData": key_link()["certificateData"]}, "privateKeyId"),
        ({"privateKeyId": "seal"}, "certificateData"),
    ):
        answer = admin.post(f"{API}/keyPairs/{family}/link", body)
        assert answer.status_code == 422, body
        assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [path]
