"""By what an OAuth client asks for, and by which client it is."""

from collections.abc import Sequence

from hanse.config.plugins.fields import Field, Form, Table
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.resources.authentication.selectors.selector import KIND, NO, YES, Facts, Selected, yes_or_no
from hanse.resources.grants import COMMON_SCOPES, EXCLUSIVE_SCOPES

SCOPES, SCOPE = "Required Scopes", "Scope"
CLIENTS, CLIENT = "Clients", "Client ID"
CLIENTS_PATH = "/oauth/clients"


class _YesOrNo:
    def results(self, _values: Sequence[str]) -> Sequence[str]:
        """Return the two answers."""
        return (YES, NO)


class ScopeSelector(_YesOrNo):
    """Answers whether all of certain scopes are asked for; the interface is `selector.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._required = frozenset(row[SCOPE] for row in settings.rows(SCOPES))
        if not self._required:
            raise ValueError("A selector needs at least one scope.")

    def select(self, facts: Facts, _values: Sequence[str]) -> Selected:
        """Tell whether the request has every scope."""
        return yes_or_no(is_yes=all(_is_asked_for(each, facts.scopes) for each in self._required))


class ClientSelector(_YesOrNo):
    """Answers whether the client is one of several; the interface is `selector.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._clients = frozenset(row[CLIENT] for row in settings.rows(CLIENTS))
        if not self._clients:
            raise ValueError("A selector needs at least one client.")

    def select(self, facts: Facts, _values: Sequence[str]) -> Selected:
        """Tell whether the request is one of these clients'."""
        return yes_or_no(is_yes=facts.client_id in self._clients)


def _is_asked_for(scope: str, asked: frozenset[str]) -> bool:
    """Tell whether a scope is among those of a request; of a dynamic one, any with something in its variable part."""
    before, wildcard, after = scope.partition("*")
    if not wildcard:
        return scope in asked
    return any(
        each.startswith(before) and each.endswith(after) and len(each) > len(before) + len(after) for each in asked
    )


REQUESTED_SCOPES = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.oauthscope.OAuthScopeAdapterSelector",
    name="Requested OAuth Scopes Authentication Selector",
    make=ScopeSelector,
    form=Form(
        description="Chooses by the scopes that a client asks for: Yes where all of these are among them.",
        tables=(
            Table(
                name=SCOPES,
                description="The scopes that have to be asked for, all of them.",
                columns=(
                    Field(
                        name=SCOPE,
                        description="A scope or scope group.",
                        required=True,
                        maximum_length=256,
                        reference=COMMON_SCOPES[0],
                        others=(*COMMON_SCOPES[1:], *EXCLUSIVE_SCOPES),
                        unique="This scope is in the list already.",
                    ),
                ),
            ),
        ),
    ),
)
CLIENT_SET = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.oauthclientset.OAuthClientSetAuthnSelector",
    name="OAuth Client Set Authentication Selector",
    make=ClientSelector,
    form=Form(
        description="Chooses by the client that asks: Yes for one of these.",
        tables=(
            Table(
                name=CLIENTS,
                description="OAuth clients.",
                columns=(
                    Field(
                        name=CLIENT,
                        label="Client",
                        description="A client.",
                        required=True,
                        reference=CLIENTS_PATH,
                        unique="This client is in the list already.",
                    ),
                ),
            ),
        ),
    ),
)
