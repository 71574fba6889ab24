"""Chooses by a parameter of the request, whose value is the result if it is configured."""

from collections.abc import Iterator, Sequence

from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.contracts.selectors import KIND, SelectorRequest, SelectorResult

NAME, CASE_SENSITIVE = "HTTP Request Parameter Name", "Case-Sensitive Matching"
ANY, NO_MATCH, NOT_IN_REQUEST = "Any", "No Match", "Not in Request"
_OTHERS = (ANY, NO_MATCH, NOT_IN_REQUEST)


class ParameterSelector:
    """Returns the parameter's value; the interface is `contracts.selectors.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._name = settings.text(NAME)
        self._is_exact = settings.flag(CASE_SENSITIVE)
        self._others = tuple(each for each in _OTHERS if settings.flag(_enabling(each)))

    def results(self, values: Sequence[str]) -> Sequence[str]:
        """Return the values of the contract, and the additional results that are enabled."""
        return (*values, *self._others)

    def select(self, facts: SelectorRequest, values: Sequence[str]) -> SelectorResult:
        """Return the value if the contract has it, or the result for a missing or another value."""
        given = [each for each in facts.parameters.get(self._name, ()) if each]
        return SelectorResult(next((each for each in self._candidates(given, values) if each is not None), None))

    def _candidates(self, given: Sequence[str], values: Sequence[str]) -> Iterator[str | None]:
        folded = {self._folded(text) for text in given}
        yield next((value for value in values if self._folded(value) in folded), None)
        yield self._if_enabled(ANY if given else NOT_IN_REQUEST)
        yield self._if_enabled(NO_MATCH) if given else None

    def _if_enabled(self, result: str) -> str | None:
        return result if result in self._others else None

    def _folded(self, text: str) -> str:
        return text if self._is_exact else text.casefold()


def _enabling(result: str) -> str:
    return f"Enable '{result}' Result Value"


_ABOUT = {
    ANY: "Add the result Any, for a value that is not among the result values.",
    NO_MATCH: "Add the result No Match, for a value that is not among the result values while Any is off.",
    NOT_IN_REQUEST: "Add the result Not in Request, for requests without the parameter.",
}

HTTP_PARAMETER = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.http.HttpRequestParamAuthnSelector",
    name="HTTP Request Parameter Authentication Selector",
    make=ParameterSelector,
    supports_extended_contract=True,
    form=Form(
        description="Returns the value of a request parameter when it is one of the result values, so that a policy"
        " can branch on it.",
        fields=(
            Field(name=NAME, description="Name of the request parameter.", required=True, maximum_length=256),
            Field(
                name=CASE_SENSITIVE,
                description="Compare values case-sensitively. If off, letter case is ignored.",
                type=FieldType.CHECK_BOX,
                default="true",
            ),
            *(
                Field(name=_enabling(each), description=_ABOUT[each], type=FieldType.CHECK_BOX, default="false")
                for each in _OTHERS
            ),
        ),
    ),
)
