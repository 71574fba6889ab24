"""What a publisher does; implemented by plug-ins."""

from dataclasses import dataclass
from typing import Protocol

KIND = "notificationPublisher"


@dataclass(frozen=True)
class Notification:
    """A message to one person."""

    to: str
    subject: str
    text: str


class NotSent(ValueError):
    """A message that nobody took; the text says why."""


class Publisher(Protocol):
    """Sends messages; safe to call from several threads."""

    def send(self, notification: Notification) -> None:
        """Hand a message over, in the caller's time; raises NotSent."""
        ...
