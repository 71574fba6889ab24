"""Chooses by an extended property of the OAuth client or of the SP connection for which users sign in."""

from collections.abc import Sequence

from hanse import handles
from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.contracts.selectors import KIND, SelectorRequest, SelectorResult

PROPERTY, CASE_SENSITIVE = "Extended Property", "Case-Sensitive Matching"
NO_MATCH, ENABLE_NO_MATCH = "No Match", "Enable 'No Match' Result Value"


class PropertySelector:
    """Returns a value of the property; the interface is `contracts.selectors.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._property = settings.text(PROPERTY)
        self._is_exact = settings.flag(CASE_SENSITIVE)
        self._has_other = settings.flag(ENABLE_NO_MATCH)

    def results(self, values: Sequence[str]) -> Sequence[str]:
        """Return the values of the contract, and the result for other values if it is enabled."""
        return (*values, NO_MATCH) if self._has_other else tuple(values)

    def select(self, facts: SelectorRequest, values: Sequence[str]) -> SelectorResult:
        """Return the first value of the contract that is one of the property's values."""
        found = {self._folded(text) for text in facts.properties.get(self._property, ())}
        other = NO_MATCH if self._has_other else None
        return SelectorResult(next((value for value in values if self._folded(value) in found), other))

    def _folded(self, text: str) -> str:
        return text if self._is_exact else text.casefold()


EXTENDED_PROPERTY = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.ExtendedPropertyAuthnSelector",
    name="Extended Property Authentication Selector",
    make=PropertySelector,
    supports_extended_contract=True,
    form=Form(
        description="Returns the first result value that is a value of an extended property of the OAuth client or the"
        " SP connection for which the user signs in.",
        fields=(
            Field(
                name=PROPERTY,
                description="Extended property whose values are compared with the result values.",
                required=True,
                maximum_length=256,
                reference=handles.EXTENDED_PROPERTIES,
            ),
            Field(
                name=CASE_SENSITIVE,
                description="Compare values case-sensitively. If off, letter case is ignored.",
                type=FieldType.CHECK_BOX,
                default="true",
            ),
            Field(
                name=ENABLE_NO_MATCH,
                description="Add the result No Match, for clients and connections without one of the result values.",
                type=FieldType.CHECK_BOX,
                default="false",
            ),
        ),
    ),
)
