"""The contract of out-of-band authenticators."""

from collections.abc import Iterator, Mapping

from hanse.config.plugins.plugin import Plugin
from hanse.kit.errors import Unavailable
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.out_of_band import ApprovalNotice, OutOfBandNotifier, UserNotReachable
from hanse.plugins.contracts.users import AttributeValue

_LINK = "https://sso.example.com/as/bc-approval.ciba?request=secret"


class _Messages:
    """Accepts e-mails, or refuses all of them."""

    def __init__(self, *, accepts: bool) -> None:
        self._accepts = accepts
        self.sent: list[tuple[str, Mapping[str, str]]] = []

    def send_email(self, _publisher: str, to: str, _template: str, values: Mapping[str, str]) -> bool:
        """Record a message."""
        self.sent.append((to, values))
        return self._accepts


def check_authenticator(plugin: Plugin[OutOfBandNotifier], example: Example, trial: PluginTrial) -> None:
    """Find errors that the server does not expect, and messages to addresses with injected headers."""
    authenticator = plugin.make(example.settings(plugin.form))
    for accepts in (True, False):
        for attributes in _attributes(plugin):
            for name in ("Call center", *HOSTILE_TEXTS):
                messages = _Messages(accepts=accepts)
                notice = ApprovalNotice(attributes=attributes, link=_LINK, application_name=name, seconds=120)
                trial.call("notify", authenticator.notify, notice, messages, documented=(UserNotReachable, Unavailable))
                trial.expect(
                    all(to.isprintable() and to for to, _ in messages.sent),
                    "notify sends a message to an address with control characters.",
                )


def _attributes(plugin: Plugin[OutOfBandNotifier]) -> Iterator[Mapping[str, AttributeValue]]:
    """Yield attributes of users, as request policies could fulfill them."""
    yield {}
    yield dict.fromkeys(plugin.attribute_contract, "joe@example.com")
    yield {name: ["joe@example.com", "other@example.com"] for name in plugin.attribute_contract}
    yield {name: [] for name in plugin.attribute_contract}
    for text in HOSTILE_TEXTS:
        yield dict.fromkeys(plugin.attribute_contract, text)
        yield dict.fromkeys(plugin.attribute_contract, f"joe@example.com{text}")
