"""What a publisher does; implemented by plug-ins."""

from dataclasses import dataclass
from datetime import timedelta
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


@dataclass(frozen=True)
class Retries:
    """How often a message that nobody took is tried again, and after how long."""

    attempts: int = 2
    delay: timedelta = timedelta(minutes=2)


class Publisher(Protocol):
    """Sends messages; safe to call from several threads."""

    @property
    def retries(self) -> Retries:
        """What whoever sends is to do about messages that are not taken."""
        ...

    def send(self, notification: Notification) -> None:
        """Hand a message over, in the caller's time; raises NotSent."""
        ...
