"""The completions that protocols have registered."""

from collections.abc import Sequence

from hanse.engine.signin.contracts import Completion, Preparation
from hanse.plugins.contracts.authentication_api import ApiAction


class Completions:
    """The completions by their purposes, with what applications can do at their stages."""

    def __init__(self) -> None:
        self._completions: dict[str, Completion] = {}
        self._actions: dict[str, Sequence[ApiAction]] = {}
        self._preparations: dict[str, Preparation] = {}

    def register(
        self,
        purpose: str,
        completion: Completion,
        actions: Sequence[ApiAction] = (),
        preparation: Preparation | None = None,
    ) -> None:
        """Register a completion for a purpose, with the actions of its states for applications."""
        self._completions[purpose] = completion
        self._actions[purpose] = actions
        if preparation is not None:
            self._preparations[purpose] = preparation

    def completion(self, purpose: str) -> Completion:
        """Return the completion of a purpose."""
        return self._completions[purpose]

    def actions(self, purpose: str) -> Sequence[ApiAction]:
        """Return the actions of a completion's states."""
        return self._actions.get(purpose, ())

    def preparation(self, purpose: str) -> Preparation:
        """Return the function that reads the answers to questions before the sign-in."""
        return self._preparations[purpose]
