"""The table on the page of an item with the newest sign-ins that used it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SignInLine:
    """A sign-in. Texts are in the language of the page."""

    # The time in the API's format.
    started: str
    # The address of its steps in the console.
    address: str
    user: str
    outcome: str
    # The state of the outcome's label (`state` in `fields.html`).
    state: str
    # The reason of a failure; otherwise empty.
    reason: str


@dataclass(frozen=True)
class RecentSignIns:
    """The newest sign-ins, and the address of a list with all of them."""

    lines: tuple[SignInLine, ...]
    address: str
    # False if the run-time state did not answer.
    is_available: bool = True
