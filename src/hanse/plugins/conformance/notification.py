"""The contract of notification publishers.

The server that the example names need not exist: a message that is not accepted is `NotSent`.
"""

from datetime import timedelta

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.notification import Notification, NotSent, Publisher, Retries

_GOOD = Notification("joe@example.com", "A subject", "A text\nof two lines.")


def check_publisher(plugin: Plugin[Publisher], example: Example, trial: PluginTrial) -> None:
    """Find errors that senders do not expect, and messages with injected headers."""
    publisher = plugin.make(example.settings(plugin.form))
    retries = trial.call("retries", lambda: publisher.retries)
    if trial.expect(isinstance(retries, Retries), "retries is not a Retries.") and retries is not None:
        trial.expect(retries.attempts >= 0 and retries.delay >= timedelta(), "retries has a number below zero.")
    for text in HOSTILE_TEXTS:
        # The text of a message may be anything.
        trial.call("send", publisher.send, Notification(_GOOD.to, _GOOD.subject, text), documented=(NotSent,))
        trial.call("send", publisher.send, Notification(text, _GOOD.subject, _GOOD.text), documented=(NotSent,))
    for text in ("two\r\nBcc: all@example.com", "two\nlines", "\x00"):
        _check_refused(publisher, Notification(f"joe@example.com{text}", _GOOD.subject, _GOOD.text), "recipient", trial)
        _check_refused(publisher, Notification(_GOOD.to, f"A subject{text}", _GOOD.text), "subject", trial)


def _check_refused(publisher: Publisher, notification: Notification, what: str, trial: PluginTrial) -> None:
    """Find a line break or control character that is accepted although it would begin another header (CWE-93)."""
    refused: list[NotSent] = []

    def send() -> None:
        try:
            publisher.send(notification)
        except NotSent as error:
            refused.append(error)

    trial.call("send", send)
    trial.expect(bool(refused), f"send accepts a {what} with control characters.")
