"""The interface of authentication selectors, which choose the branch of a policy by the request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

YES, NO = "Yes", "No"
KIND = "authenticationSelector"


@dataclass(frozen=True)
class SelectorRequest:
    """The request, before the user has signed in."""

    # The address of the browser. It is no proof of identity: anybody can choose their network.
    address: str = ""
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    scopes: frozenset[str] = frozenset()
    client_id: str = ""
    # The requested authentication context classes (`acr_values`), in the client's order of preference.
    contexts: Sequence[str] = ()
    # Extended properties of the client or of the connection that sends the request.
    properties: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class SelectorResult:
    """The result, or None when no result applies, and attributes for later steps of the policy."""

    result: str | None
    attributes: Mapping[str, str] = field(default_factory=dict)
    # The authentication context class of the sign-in (`acr`), if the policy ends with an authenticated user. An adapter
    # that reports another one takes precedence, unless the selector overrides it.
    context: str = ""
    overrides_context: bool = False


class Selector(Protocol):
    """Chooses a result by the request. It depends on nothing else, and is safe to call from several threads."""

    def results(self, values: Sequence[str]) -> Sequence[str]:
        """Return all possible results. `values` are the result values of the instance's contract."""
        ...

    def select(self, facts: SelectorRequest, values: Sequence[str]) -> SelectorResult:
        """Return the result for a request: one that `results` returns, or none."""
        ...


def yes_or_no(*, is_yes: bool, **attributes: str) -> SelectorResult:
    """Return the result of a selector with the results Yes and No."""
    return SelectorResult(YES if is_yes else NO, attributes)
