"""Chooses by the authentication context class that a client requests (OpenID Connect Core 1.0, section 3.1.2.1)."""

from collections.abc import Sequence

from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.contracts.selectors import KIND, SelectorRequest, SelectorResult

NO_MATCH, NOT_IN_REQUEST = "No Match", "Not in Request"
ADD_CONTEXT, OVERRIDE_CONTEXT = "Add or Update AuthN Context Attribute", "Override AuthN Context for Flow"
_NO_MATCH_ENABLED = f"Enable '{NO_MATCH}' Result Value"
_NOT_IN_REQUEST_ENABLED = f"Enable '{NOT_IN_REQUEST}' Result Value"


class AuthenticationContextSelector:
    """Returns a requested authentication context; the interface is `contracts.selectors.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._no_match = NO_MATCH if settings.flag(_NO_MATCH_ENABLED) else None
        self._not_in_request = NOT_IN_REQUEST if settings.flag(_NOT_IN_REQUEST_ENABLED) else None
        self._adds_context = settings.flag(ADD_CONTEXT)
        self._overrides_context = settings.flag(OVERRIDE_CONTEXT)

    def results(self, values: Sequence[str]) -> Sequence[str]:
        """Return the contexts of the contract, and the additional results that are enabled."""
        others = (each for each in (self._no_match, self._not_in_request) if each and each not in values)
        return (*values, *others)

    def select(self, facts: SelectorRequest, values: Sequence[str]) -> SelectorResult:
        """Return the first requested context that the contract has. Clients list contexts in order of preference."""
        if not facts.contexts:
            return SelectorResult(self._not_in_request)
        chosen = next((each for each in facts.contexts if each in values), None)
        if chosen is None:
            return SelectorResult(self._no_match)
        if not self._adds_context:
            return SelectorResult(chosen)
        return SelectorResult(chosen, context=chosen, overrides_context=self._overrides_context)


REQUESTED_CONTEXT = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.saml.SamlAuthnContextAdapterSelector",
    name="Requested AuthN Context Authentication Selector",
    make=AuthenticationContextSelector,
    supports_extended_contract=True,
    form=Form(
        description="Returns the authentication context that the client requests with acr_values when it is one of the"
        " result values, so that a policy can require a stronger sign-in for it.",
        fields=(
            Field(
                name=ADD_CONTEXT,
                description="Use the selected authentication context as the acr of the sign-in.",
                type=FieldType.CHECK_BOX,
                default="true",
            ),
            Field(
                name=OVERRIDE_CONTEXT,
                description="Use the selected authentication context even if an adapter reports another one. Otherwise,"
                " the value of the adapter takes precedence.",
                type=FieldType.CHECK_BOX,
                default="true",
            ),
            Field(
                name=_NO_MATCH_ENABLED,
                description="Add the result No Match, for requested contexts that are not among the result values.",
                type=FieldType.CHECK_BOX,
                default="false",
            ),
            Field(
                name=_NOT_IN_REQUEST_ENABLED,
                description="Add the result Not in Request, for requests without acr_values.",
                type=FieldType.CHECK_BOX,
                default="false",
            ),
        ),
    ),
)
