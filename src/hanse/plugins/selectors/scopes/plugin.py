"""Chooses by the scopes that an OAuth client requests."""

from collections.abc import Sequence

from hanse import handles
from hanse.config.declare.plugin_fields import Field, Form, Table
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.plugins.contracts.selectors import KIND, NO, YES, SelectorRequest, SelectorResult, yes_or_no

SCOPES, SCOPE = "Required Scopes", "Scope"


class ScopeSelector:
    """Selects by whether all of certain scopes are requested; the interface is `contracts.selectors.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._required = frozenset(row[SCOPE] for row in settings.rows(SCOPES))
        if not self._required:
            raise SettingRefused("A selector needs at least one scope.", SCOPES)

    def results(self, _values: Sequence[str]) -> Sequence[str]:
        """Return the two results."""
        return (YES, NO)

    def select(self, facts: SelectorRequest, _values: Sequence[str]) -> SelectorResult:
        """Return whether the request has every scope."""
        return yes_or_no(is_yes=all(_is_requested(each, facts.scopes) for each in self._required))


def _is_requested(scope: str, requested: frozenset[str]) -> bool:
    """Return whether a request has a scope. A dynamic scope matches with any variable part that is not empty."""
    before, wildcard, after = scope.partition("*")
    if not wildcard:
        return scope in requested
    return any(
        each.startswith(before) and each.endswith(after) and len(each) > len(before) + len(after) for each in requested
    )


REQUESTED_SCOPES = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.oauthscope.OAuthScopeAdapterSelector",
    name="Requested OAuth Scopes Authentication Selector",
    make=ScopeSelector,
    form=Form(
        description="Returns Yes when the client requests all of these scopes, and No otherwise.",
        tables=(
            Table(
                name=SCOPES,
                required=True,
                description="Scopes that the request must include.",
                columns=(
                    Field(
                        name=SCOPE,
                        description="Scope or scope group.",
                        required=True,
                        maximum_length=256,
                        reference=handles.ANY_COMMON_SCOPE[0],
                        others=(*handles.ANY_COMMON_SCOPE[1:], *handles.ANY_EXCLUSIVE_SCOPE),
                        unique="This scope is already in the list.",
                    ),
                ),
            ),
        ),
    ),
)
