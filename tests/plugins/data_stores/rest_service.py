"""A REST API data store, and a service that answers its requests."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hanse.data_stores.settings import (
    HttpAnswer,
    HttpRequest,
    HttpSettings,
)
from hanse.plugins.conformance import Example
from hanse.plugins.data_stores.rest.fields import FORM
from hanse.plugins.data_stores.rest.plugin import RestDataStore

BASE = "https://api.example.com/v1"
TOKENS = "https://login.example.com/token"
ANSWER = {"mail": "ada@example.com", "groups": ["blue", "red"], "profile": {"age": 36, "a/b": True}, "none": None}
ATTRIBUTES = {"mail": "/mail", "groups": "/groups", "age": "/profile/age", "slash": "/profile/a~1b", "none": "/none"}
PATH, AUTHORIZATION, BODY = "Resource Path", "Authorization Header", "Body"
USER = {"username": "ada"}


@dataclass
class Sender:
    """Answers requests as a test says, and keeps them."""

    answer: Callable[[HttpRequest], HttpAnswer] = lambda _request: HttpAnswer(200, json.dumps(ANSWER).encode())
    tags: frozenset[str] = frozenset()
    sent: list[HttpRequest] = field(default_factory=list)
    settings: list[HttpSettings] = field(default_factory=list)

    def http(self, settings: HttpSettings) -> "Sender":
        self.settings.append(settings)
        return self

    def send(self, request: HttpRequest) -> HttpAnswer:
        self.sent.append(request)
        return self.answer(request)


class Clock:
    """A clock that a test sets; also the function with which the data store waits."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


def store(
    clock: Clock | None = None,
    *,
    bases: Sequence[Mapping[str, str]] = ({"Base URL": BASE},),
    headers: Mapping[str, str] | None = None,
    attributes: Mapping[str, str] = ATTRIBUTES,
    values: Mapping[str, str] | None = None,
    **named: str,
) -> RestDataStore:
    clock = clock or Clock()
    tables = {
        "Base URLs and Tags": bases,
        "HTTP Request Headers": [{"Header Name": k, "Header Value": v} for k, v in (headers or {}).items()],
        "Attributes": [{"Local Attribute": k, "JSON Response Attribute Path": v} for k, v in attributes.items()],
    }
    given = {name.replace("_", " "): value for name, value in {**(values or {}), **named}.items()}
    return RestDataStore(Example(values=given, tables=tables).settings(FORM), clock.pause, clock)


def url_for(path: str, **values: str) -> str:
    sender = Sender()
    store().look_up({PATH: path}, values, sender)
    return sender.sent[0].url


def sent_headers(made: RestDataStore, filters: Mapping[str, str] | None = None) -> dict[str, str]:
    sender = Sender()
    made.look_up(filters or {}, {"token": "t1"}, sender)
    return dict(sender.sent[-1].headers)
