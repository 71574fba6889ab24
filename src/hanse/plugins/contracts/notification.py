"""The interface of notification publishers, which send messages to people."""

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
    """The message was not sent. The text has the reason, for the administrator."""


@dataclass(frozen=True)
class Retries:
    """Number and delay of the retries for a message that was not sent."""

    attempts: int = 2
    delay: timedelta = timedelta(minutes=2)


class Publisher(Protocol):
    """Sends messages. It is safe to call from several threads."""

    @property
    def retries(self) -> Retries:
        """Return the retries that the administrator has set."""
        ...

    def send(self, notification: Notification) -> None:
        """Send a message and wait until it is accepted. Raises NotSent.

        A recipient or a subject with a line break must be refused, because it would begin another header (CWE-93).
        """
        ...
