"""Applications of the authentication API in the configuration."""

from tests.flows.authentication_api_calls import APPLICATIONS, application
from tests.flows.server import API, FlowServer
from tests.support.clients import client


def test_a_client_for_the_redirectless_mode_can_be_deleted(shared_server: FlowServer) -> None:
    admin = shared_server.client().sign_in()
    made = admin.post(f"{API}/oauth/clients", client("redirectless", allowAuthenticationApiInit=True))
    assert made.status_code == 201, made.text
    body = application("redirectless", clientForRedirectlessModeRef={"id": "redirectless"})
    assert admin.post(f"{API}{APPLICATIONS}", body).status_code == 201
    assert admin.delete(f"{API}/oauth/clients/redirectless").status_code == 204
    stored = admin.get(f"{API}{APPLICATIONS}/sign-in-redirectless").json()
    # Without a client, the application cannot use the mode while access to it is restricted.
    assert "clientForRedirectlessModeRef" not in stored
