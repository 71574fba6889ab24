"""Client secrets that are too short for their signing algorithm."""

from tests.flows.frame_calls import CLIENTS
from tests.flows.prerequisites import AUTHORIZATION_SETTINGS, OWN, add_client, missing
from tests.flows.server import API, Client
from tests.support.clients import client

SHORT = {"type": "SECRET", "secret": "only-twenty-octets-x"}
HS256 = {"oidcPolicy": {"idTokenSigningAlgorithm": "HS256"}}


def test_a_secret_that_is_too_short_for_its_algorithm_is_a_warning(admin: Client) -> None:
    add_client(admin, "short", "REFRESH_TOKEN", clientAuth=SHORT, **HS256)
    (text,) = missing(admin, "short")
    assert text.startswith("The client secret has fewer than 32 bytes, which HS256 requires")
    add_client(admin, "long", "REFRESH_TOKEN", clientAuth={**SHORT, "secret": "x" * 32}, **HS256)
    assert missing(admin, "long") == []
    add_client(admin, "unused", "REFRESH_TOKEN", clientAuth=SHORT)
    assert missing(admin, "unused") == []


def test_a_short_secret_is_refused_where_the_settings_say_so(admin: Client) -> None:
    settings = admin.get(f"{API}{AUTHORIZATION_SETTINGS}").json()
    add_client(admin, "before", "REFRESH_TOKEN", clientAuth=SHORT)
    assert (
        admin.put(f"{API}{AUTHORIZATION_SETTINGS}", {**settings, "refuseShortClientSecrets": True}).status_code == 200
    )
    for method, path, body in (
        (admin.post, CLIENTS, client("new", grantTypes=["REFRESH_TOKEN"], clientAuth=SHORT, **OWN, **HS256)),
        # The stored secret is too short for the new algorithm.
        (admin.put, f"{CLIENTS}/before", client("before", grantTypes=["REFRESH_TOKEN"], **OWN, **HS256)),
    ):
        answer = method(f"{API}{path}", body)
        assert answer.status_code == 422, answer.text
        (error,) = answer.json()["validationErrors"]
        assert (error["errorId"], error["fieldPath"]) == ("secret_too_short", "clientAuth.secret")
