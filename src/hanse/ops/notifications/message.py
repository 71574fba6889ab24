"""A message, as those make it who have something to tell."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NotificationMessage:
    """A message to one person, with its publisher. The texts are English until the message is put into the outbox."""

    subject: str
    body: str
    # The recipient; None if it is only logged.
    recipient: str | None
    # The publisher's id; without one the default publisher's.
    publisher: str | None = None
