"""A message from a source of notifications."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NotificationMessage:
    """A message to one person, with its publisher. It is translated when it is put into the outbox."""

    subject: str
    body: str
    # The recipient; None if the message is only logged.
    recipient: str | None
    # The publisher's id; None for the default publisher.
    publisher: str | None = None
