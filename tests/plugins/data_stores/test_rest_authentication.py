"""The REST API data store authenticates to its service with a password or with access tokens."""

import base64
import json
from dataclasses import dataclass

import pytest

from hanse.data_stores.settings import (
    CredentialsRefused,
    HttpAnswer,
    HttpRequest,
)
from hanse.plugins.data_stores.rest.plugin import RestDataStore
from tests.plugins.data_stores.rest_service import (
    ANSWER,
    AUTHORIZATION,
    TOKENS,
    Clock,
    Sender,
    sent_headers,
    store,
)


def test_basic_authentication_and_an_authorization_of_the_attribute_source() -> None:
    made = store(Authentication_Method="Basic Authentication", Username="hanse", Password="geheim:ü")
    assert base64.b64decode(sent_headers(made)["Authorization"].removeprefix("Basic ")).decode() == "hanse:geheim:ü"
    assert sent_headers(made, {AUTHORIZATION: "Bearer ${token}"})["Authorization"] == "Bearer t1"


@dataclass
class TokenServer:
    """A service that accepts the last token of its token endpoint only."""

    issued: int = 0
    accepted: str = "token-1"
    status: int = 200

    def __call__(self, request: HttpRequest) -> HttpAnswer:
        if request.url == TOKENS:
            self.issued += 1
            return HttpAnswer(
                self.status, json.dumps({"access_token": f"token-{self.issued}", "expires_in": 60}).encode()
            )
        is_good = dict(request.headers)["Authorization"] == f"Bearer {self.accepted}"
        return HttpAnswer(200 if is_good else 401, json.dumps(ANSWER).encode())


def oauth(clock: Clock | None = None, **more: str) -> RestDataStore:
    given = {"Authentication_Method": "OAuth 2.0 Bearer Token", "OAuth_Token_Endpoint": TOKENS, "Client_ID": "me:a"}
    return store(clock, values={**given, "Client_Secret": "s&ü", "OAuth_Scope": "read write", **more})


def test_a_token_is_requested_once_and_used_until_shortly_before_it_expires() -> None:
    server, clock = TokenServer(), Clock()
    sender, made = Sender(server), oauth(clock)
    assert made.look_up({}, {}, sender) == made.look_up({}, {}, sender)
    assert server.issued == 1
    request = sender.sent[0]
    assert request.content == b"grant_type=client_credentials&scope=read+write"
    assert base64.b64decode(dict(request.headers)["Authorization"][6:]) == b"me%3Aa:s%26%C3%BC"
    clock.now, server.accepted = 31.0, "token-2"
    made.look_up({}, {}, sender)
    assert server.issued == 2


def test_a_token_that_the_service_rejects_is_replaced_once() -> None:
    server = TokenServer(accepted="token-2")
    assert oauth().look_up({}, {}, Sender(server))["mail"] == ("ada@example.com",)
    server = TokenServer(accepted="never")
    with pytest.raises(CredentialsRefused):
        oauth().look_up({}, {}, Sender(server))
    assert server.issued == 2


def test_a_token_endpoint_that_rejects_the_client_is_reported() -> None:
    with pytest.raises(CredentialsRefused, match="token endpoint rejected"):
        oauth().look_up({}, {}, Sender(TokenServer(status=401)))
