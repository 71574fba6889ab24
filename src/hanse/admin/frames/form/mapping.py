"""The part of a form that is an attribute mapping: attribute sources, a row for each attribute, issuance criteria.

The attributes and their sources depend on choices elsewhere in the form, and are found from what was entered. Rows are
named by their positions, because names of attributes can contain any character.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hanse.admin.frames.form import attribute_sources
from hanse.admin.frames.form.attribute_sources import SOURCES, SourceRows
from hanse.admin.frames.form.mapping_rows import (
    SOURCE,
    VALUE,
    attribute_widget,
    fitting_row,
    has_for_sure,
    key_of_source,
    names_in_sources,
    offered_name,
    source_key,
    source_of_key,
    unavailable,
    value_of_key,
)
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import (
    ChoiceInput,
    Dependence,
    RowsInput,
    TextInput,
    Widget,
    WidgetKind,
    WidgetOption,
)
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.messages import message
from hanse.resources.mapping.model import (
    ConditionalIssuanceCriteriaEntry,
    ExpressionIssuanceCriteriaEntry,
    SourceType,
)
from hanse.resources.mapping.offer import MappingOffer, MappingSource

Body = dict[str, Any]
FULFILLMENT, CRITERIA = "attributeContractFulfillment", "issuanceCriteria"
CONDITIONS, EXPRESSIONS = "conditionalCriteria", "expressionCriteria"
NAME, COMPARED, CONDITION = "name", "attributeName", "condition"
# The members that this module shows itself.
OWN = frozenset({SOURCES, FULFILLMENT, CRITERIA})
_RESULT = "Error sent to the user or the application if the criterion is not met."


class MappingPart:
    """The widgets of one mapping, and the translation to and from the API. Paths are relative to the mapping."""

    def __init__(self, *, writes_expressions: bool, is_plain: bool = False, member: str = FULFILLMENT) -> None:
        """`writes_expressions` is true if the caller may add and change expressions.

        `member` has the contract fulfillment.
        """
        self._member = member
        self._writes = writes_expressions
        self._is_plain = is_plain
        self._offer = MappingOffer((), ())
        self._offered: tuple[MappingSource, ...] = ()
        self._compared: tuple[MappingSource, ...] = ()
        self._rows = SourceRows()

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The widgets. The fields of a row depend on its values."""
        return (self._fulfillment,) if self._is_plain else (self._rows.widget, self._fulfillment, self._criteria)

    def follow(self, view: TransactionView, offer: MappingOffer, held: Body) -> Body:
        """Adapt the widgets to the offer and to what was entered, and return it with a row for each attribute."""
        self._offer = offer
        rows = self._rows.follow(view, held.get(SOURCES) or [])
        typed = {SOURCES: self._rows.typed(rows)}
        self._offered, self._compared = offer.all_sources(typed), offer.compared(typed)
        return self.completed({**held, SOURCES: rows})

    def completed(self, held: Body) -> Body:
        """Return what was entered, with a row for each attribute of the contract."""
        made = {**held, self._member: self._rows_of(held)}
        if criteria := held.get(CRITERIA):
            rows = [{**row, SOURCE: offered_name(row, self._compared)} for row in criteria.get(CONDITIONS) or []]
            made[CRITERIA] = {**criteria, CONDITIONS: rows}
        return made

    def fitting(self, held: Body) -> Body:
        """Return what was entered, without sources that are no longer offered after another choice."""
        made = {**held, self._member: [fitting_row(row, self._offered, VALUE) for row in held.get(self._member) or []]}
        if criteria := held.get(CRITERIA):
            rows = [fitting_row(row, self._compared, COMPARED) for row in criteria.get(CONDITIONS) or []]
            made[CRITERIA] = {**criteria, CONDITIONS: rows}
        return made

    def prefilled(self, held: Body) -> Body:
        """Return what was entered. Attributes without a source get one that has an equivalent attribute."""
        return {**held, self._member: [self._prefilled_row(row) for row in held.get(self._member) or []]}

    def _prefilled_row(self, row: Body) -> Body:
        if row.get(SOURCE):
            return row
        for name in names_in_sources(row[NAME]):
            found = next((each for each in self._offer.sources if has_for_sure(each, name)), None)
            if found is not None:
                return {**row, SOURCE: source_key(found), VALUE: name}
        return row

    def to_form(self, held: Body) -> Body:
        """Return a mapping of the API with rows in place of maps."""
        made = dict(held)
        made[self._member] = [
            {NAME: name, SOURCE: key_of_source(each.get(SOURCE)), VALUE: each.get(VALUE)}
            for name, each in (held.get(self._member) or {}).items()
        ]
        made[SOURCES] = self._rows.to_form(held.get(SOURCES) or [])
        if criteria := held.get(CRITERIA):
            conditions = [{**row, SOURCE: key_of_source(row.get(SOURCE))} for row in criteria.get(CONDITIONS) or []]
            made[CRITERIA] = {**criteria, CONDITIONS: conditions}
        return made

    def to_api(self, held: Body) -> Body:
        """Return the mapping of the API."""
        made = dict(held)
        made[self._member] = {
            row[NAME]: value_of_key(row.get(SOURCE), row.get(VALUE)) for row in self._rows_of(held) if row.get(SOURCE)
        }
        made[SOURCES] = self._rows.to_api(held.get(SOURCES) or [])
        if criteria := held.get(CRITERIA):
            conditions = [{**row, SOURCE: source_of_key(row.get(SOURCE))} for row in criteria.get(CONDITIONS) or []]
            made[CRITERIA] = {**criteria, CONDITIONS: conditions}
        return made

    def form_path(self, path: str) -> str:
        """Return the path of the form field that shows a path of a mapping of the API."""
        if not path.startswith(f"{self._member}."):
            return attribute_sources.form_path(path) if path.startswith(SOURCES) else path
        for index, name in enumerate(self._offer.target):
            below = path.removeprefix(f"{self._member}.")
            if below == name or below.startswith(f"{name}."):
                member = VALUE if below.removeprefix(f"{name}.").startswith(VALUE) else SOURCE
                return join(join(self._member, index), member)
        return self._member

    # Widgets

    @property
    def _fulfillment(self) -> Widget:
        return Widget(
            name=self._member,
            kind=WidgetKind.ROWS,
            label="Contract fulfillment",
            help="Source of each attribute of the contract.",
            rows=RowsInput(
                item=self._row({}),
                shaped=self._row,
                is_settled=True,
                is_part=not self._is_plain,
                nothing=self._offer.missing or message("Choose a contract with attributes first."),
            ),
        )

    @property
    def _criteria(self) -> Widget:
        conditions = Widget(
            name=CONDITIONS,
            kind=WidgetKind.ROWS,
            label="Criteria",
            help="All criteria must be met. Otherwise nothing is issued.",
            rows=RowsInput(item=self._condition({}), shaped=self._condition),
            default=[],
        )
        expressions = Widget(
            name=EXPRESSIONS,
            kind=WidgetKind.ROWS,
            label="Criteria as expressions",
            help="" if self._writes else "Only expression administrators can add or change expressions.",
            rows=RowsInput(item=self._expression(), is_settled=not self._writes),
            default=[],
        )
        return Widget(
            name=CRITERIA,
            kind=WidgetKind.GROUP,
            label="Issuance criteria",
            help="Conditions that must be met before anything is issued.",
            nullable=True,
            members=(conditions, expressions),
        )

    def _row(self, row: Any) -> Widget:
        row = row if isinstance(row, dict) else {}
        chosen = row.get(SOURCE)
        source = next((each for each in self._offered if source_key(each) == chosen), None)
        members = (
            Widget(name=NAME, kind=WidgetKind.CARRIED, label="Contract"),
            self._choice(self._offered, chosen, (VALUE,)),
            self._value_widget(source, str(row.get(VALUE) or "")),
        )
        return Widget(name="", kind=WidgetKind.GROUP, label=str(row.get(NAME) or "Attribute"), members=members)

    def _condition(self, row: Any) -> Widget:
        row = row if isinstance(row, dict) else {}
        chosen = row.get(SOURCE)
        source = next((each for each in self._compared if source_key(each) == chosen), None)
        attribute = attribute_widget(COMPARED, "Attribute", source, str(row.get(COMPARED) or ""))
        by_name = {each.name: each for each in form_of(ConditionalIssuanceCriteriaEntry)}
        members = (
            self._choice(self._compared, chosen, (COMPARED, CONDITION, VALUE)),
            replace(attribute, required=True),
            replace(by_name[CONDITION], label="Condition"),
            replace(by_name["value"], kind=WidgetKind.TEXT),
            replace(by_name["errorResult"], kind=WidgetKind.TEXT, help=_RESULT),
        )
        return Widget(name="", kind=WidgetKind.GROUP, label="Criterion", members=members, is_spread=True)

    def _expression(self) -> Widget:
        by_name = {each.name: each for each in form_of(ExpressionIssuanceCriteriaEntry)}
        expression = by_name["expression"] if self._writes else replace(by_name["expression"], kind=WidgetKind.CARRIED)
        members = (
            replace(expression, text=replace(expression.text, height=2, is_expression=True)),
            replace(by_name["errorResult"], kind=WidgetKind.TEXT, help=_RESULT),
        )
        return Widget(name="", kind=WidgetKind.GROUP, label="Criterion", members=members, is_spread=True)

    def _choice(self, offered: Sequence[MappingSource], chosen: Any, resets: tuple[str, ...]) -> Widget:
        may = [each for each in offered if self._writes or each.type is not SourceType.EXPRESSION]
        # This type is an older name of another type, which is offered instead.
        options = [
            WidgetOption(source_key(each), each.label)
            for each in may
            if each.type is not SourceType.EXTENDED_CLIENT_METADATA
        ]
        if chosen and chosen not in {option.value for option in options}:
            known = next((each.label for each in offered if source_key(each) == chosen), None)
            options.append(WidgetOption(str(chosen), known or unavailable(str(chosen).partition("|")[0])))
        return Widget(
            name=SOURCE,
            kind=WidgetKind.CHOICE,
            label="Source",
            choice=ChoiceInput(options=tuple(options)),
            required=True,
            dependence=Dependence(refreshes=True, resets=resets),
        )

    def _value_widget(self, source: MappingSource | None, value: str) -> Widget:
        """Return the field of a value: a choice of the source's attributes, or a text."""
        if source is not None and source.type is SourceType.EXPRESSION:
            kind = WidgetKind.AREA if self._writes else WidgetKind.CARRIED
            return Widget(name=VALUE, kind=kind, label="Value", text=TextInput(is_expression=True))
        if source is not None and source.type is SourceType.NO_MAPPING:
            return Widget(name=VALUE, kind=WidgetKind.FACT, label="Value")
        return attribute_widget(VALUE, "Value", source, value)

    # Bodies

    def _rows_of(self, held: Body) -> list[Body]:
        """Return a row for each attribute of the contract, with the values of a body."""
        there = {row.get(NAME): row for row in held.get(self._member) or []}
        return [
            {**there.get(name, {}), NAME: name, SOURCE: offered_name(there.get(name, {}), self._offered)}
            for name in self._offer.target
        ]
