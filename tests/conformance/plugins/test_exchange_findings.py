"""Violations of the contracts of token processors and token generators are found."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from hanse.config.declare.plugin_fields import Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.conformance import NOW, Example, check_plugin
from hanse.plugins.contracts import access_tokens, token_generators, token_processors
from hanse.plugins.contracts.access_tokens import AccessToken, TokenContent, TokenManagerServices
from hanse.plugins.contracts.token_generators import GeneratedContent, GeneratedToken
from hanse.plugins.contracts.token_processors import ProcessedToken, TokenProcessorServices, TokenRefused
from hanse.plugins.contracts.token_signing import TokenSigningServices
from tests.conformance.plugins.toy_plugins import Manager

TOKEN = "the-token"


class Processor:
    """Accepts one token."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def process(self, token: str, services: TokenProcessorServices) -> ProcessedToken:
        """Return the content of the token."""
        if token != TOKEN:
            raise TokenRefused("it is another text")
        return ProcessedToken(subject="joe", issuer=services.issuer, attributes={"sub": "joe"}, claims={"sub": "joe"})


class Generator:
    """Issues one text."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def generate(self, content: GeneratedContent, services: TokenSigningServices) -> GeneratedToken:
        """Return the text."""
        return GeneratedToken("text", content.expires_by or services.now + timedelta(minutes=1))


def _result(**changes: Any) -> Callable[..., Any]:
    usual: dict[str, Any] = {"subject": "joe", "issuer": "x", "attributes": {}, "claims": {}}

    def process(_self: Processor, token: str, _services: TokenProcessorServices) -> ProcessedToken:
        if token != TOKEN:
            raise TokenRefused("it is another text")
        return ProcessedToken(**{**usual, **changes})

    return process


def _raising(*_arguments: Any) -> Any:
    raise LookupError("defect")


def _findings(kind: str, make: type[Any], example: Example) -> list[str]:
    return check_plugin(Plugin(kind=kind, id="toy", name="Toy", make=make, form=Form()), example)


@pytest.mark.parametrize(("kind", "make"), [(token_processors.KIND, Processor), (token_generators.KIND, Generator)])
def test_a_good_plug_in_has_no_findings(kind: str, make: type[Any]) -> None:
    assert _findings(kind, make, Example(token=TOKEN)) == []


@pytest.mark.parametrize(
    ("process", "finding"),
    [
        (_raising, "process raises LookupError"),
        (lambda *_a: ProcessedToken(subject="joe", issuer="x", attributes={}), "accepts a text that is no token"),
        (lambda *_a: None, "does not accept the example's token"),
        (_result(subject=""), "returns no subject or no issuer"),
        (_result(claims={"when": NOW}), "claims that are not a JSON object"),
        (_result(attributes={"age": 7}), "neither a text nor a list of texts"),
    ],
)
def test_a_defect_of_a_processor_is_found(process: Callable[..., Any], finding: str) -> None:
    made = type("Defective", (Processor,), {"process": process})
    assert any(finding in each for each in _findings(token_processors.KIND, made, Example(token=TOKEN)))


@pytest.mark.parametrize(
    ("generate", "finding"),
    [
        (_raising, "generate raises LookupError"),
        (lambda *_a: "text", "does not return a GeneratedToken"),
        (lambda *_a: GeneratedToken("", NOW + timedelta(seconds=5)), "returns an empty text"),
        (lambda *_a: GeneratedToken("text", NOW), "a token that has expired"),
        (lambda *_a: GeneratedToken("text", NOW + timedelta(days=1)), "exceeds the time limit"),
    ],
)
def test_a_defect_of_a_generator_is_found(generate: Callable[..., Any], finding: str) -> None:
    made = type("Defective", (Generator,), {"generate": generate})
    assert any(finding in each for each in _findings(token_generators.KIND, made, Example()))


class Exceeding(Manager):
    """An access token manager that ignores the time limit and the actor of an exchange."""

    supports_exchange = True

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a token with the usual lifetime."""
        return super().issue(content, services)


def test_an_access_token_manager_that_ignores_an_exchange_is_found() -> None:
    found = _findings(access_tokens.KIND, Exceeding, Example())
    assert found == [
        "issue exceeds the time limit of a token that is issued in exchange.",
        "The claim act does not name the actor of the exchange.",
    ]
