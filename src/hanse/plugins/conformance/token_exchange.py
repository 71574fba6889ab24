"""The contracts of token processors and token generators (RFC 8693)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from hanse.config.plugins.plugin import Plugin
from hanse.crypto.jwk_sets import JwkSet
from hanse.crypto.key_pairs import PublicKey
from hanse.plugins.conformance.example import NOW, Example
from hanse.plugins.conformance.token_keys import ISSUER, reader_services, signing_services
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial, is_json
from hanse.plugins.contracts.token_generators import (
    GeneratedContent,
    GeneratedToken,
    SecurityTokenGenerator,
)
from hanse.plugins.contracts.token_processors import (
    InspectedToken,
    ProcessedToken,
    SecurityTokenProcessor,
    TokenRefused,
)

_RESOURCE = "https://api.example.com"
_LIMIT = NOW + timedelta(seconds=10)


@dataclass(frozen=True)
class ExampleProcessorServices:
    """Services with the keys of `token_keys`, and one valid access token."""

    valid_token: str
    now: datetime = NOW
    issuer: str = ISSUER
    audiences: frozenset[str] = field(default=frozenset({ISSUER, f"{ISSUER}/as/token.oauth2"}))

    def own_keys(self) -> JwkSet:
        """Return the keys."""
        return reader_services().central_keys()

    def keys_at(self, _url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        """Return the keys, whatever the address is."""
        return self.own_keys().verifying(algorithm, key_id)

    def inspect(self, token: str, _manager: str) -> InspectedToken | None:
        """Return the content of the valid access token."""
        if not self.valid_token or token != self.valid_token:
            return None
        return InspectedToken(
            claims={"sub": "joe"},
            client_id="portal",
            subject="joe",
            scopes=("read",),
            expires=NOW.timestamp() + 60,
            grant_id="grant",
            session_id="session",
        )


def check_token_processor(plugin: Plugin[SecurityTokenProcessor], example: Example, trial: PluginTrial) -> None:
    """Find texts that a processor cannot handle or accepts, and results that the server cannot use."""
    processor = plugin.make(example.settings(plugin.form))
    support = ExampleProcessorServices(example.token)
    for text in (*HOSTILE_TEXTS, "a.b.c", "e30.e30.", f"{example.token}x"):
        found = trial.call("process", processor.process, text, support, documented=(TokenRefused,))
        trial.expect(found is None, "process accepts a text that is no token.")
    if not example.token:
        return
    found = trial.call("process", processor.process, example.token, support)
    if not isinstance(found, ProcessedToken):
        trial.finding("process does not accept the example's token, or returns no ProcessedToken.")
        return
    trial.expect(bool(found.subject) and bool(found.issuer), "process returns no subject or no issuer.")
    trial.expect(is_json(dict(found.claims)), "process returns claims that are not a JSON object.")
    for name, value in found.attributes.items():
        is_text = isinstance(value, str) or (isinstance(value, list) and all(isinstance(each, str) for each in value))
        trial.expect(is_text, f"process returns the attribute {name}, which is neither a text nor a list of texts.")


def check_token_generator(plugin: Plugin[SecurityTokenGenerator], example: Example, trial: PluginTrial) -> None:
    """Find tokens that are empty, that have expired, or that are valid for longer than they may be."""
    generator = plugin.make(example.settings(plugin.form))
    support = signing_services()
    for value in ("joe", ["a", "b"], *HOSTILE_TEXTS):
        for limit in (None, _LIMIT):
            attributes = dict.fromkeys(plugin.attribute_contract, value)
            content = GeneratedContent(attributes=attributes, resources=(_RESOURCE,), expires_by=limit)
            # A value that the format of the token cannot express is refused.
            documented = () if value == "joe" else (ValueError,)
            made = trial.call("generate", generator.generate, content, support, documented=documented)
            if made is None and documented:
                continue
            if not isinstance(made, GeneratedToken):
                trial.finding("generate does not return a GeneratedToken.")
                return
            trial.expect(bool(made.text), "generate returns an empty text.")
            trial.expect(made.expires > NOW, "generate returns a token that has expired.")
            trial.expect(limit is None or made.expires <= limit, "generate exceeds the time limit of a token.")
