"""Chooses by the OAuth client that sends the request."""

from collections.abc import Sequence

from hanse import handles
from hanse.config.declare.plugin_fields import Field, Form, Table
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.plugins.contracts.selectors import KIND, NO, YES, SelectorRequest, SelectorResult, yes_or_no

CLIENTS, CLIENT = "Clients", "Client ID"


class ClientSelector:
    """Selects by whether the client is in a set; the interface is `contracts.selectors.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._clients = frozenset(row[CLIENT] for row in settings.rows(CLIENTS))
        if not self._clients:
            raise SettingRefused("A selector needs at least one client.", CLIENTS)

    def results(self, _values: Sequence[str]) -> Sequence[str]:
        """Return the two results."""
        return (YES, NO)

    def select(self, facts: SelectorRequest, _values: Sequence[str]) -> SelectorResult:
        """Return whether one of these clients sent the request."""
        return yes_or_no(is_yes=facts.client_id in self._clients)


CLIENT_SET = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.oauthclientset.OAuthClientSetAuthnSelector",
    name="OAuth Client Set Authentication Selector",
    make=ClientSelector,
    form=Form(
        description="Returns Yes when the request comes from one of these OAuth clients, and No otherwise.",
        tables=(
            Table(
                name=CLIENTS,
                required=True,
                description="OAuth clients to compare with.",
                columns=(
                    Field(
                        name=CLIENT,
                        label="Client",
                        description="OAuth client.",
                        required=True,
                        reference=handles.CLIENTS,
                        unique="This client is already in the list.",
                    ),
                ),
            ),
        ),
    ),
)
