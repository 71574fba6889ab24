"""The plug-in: its form, and the processor for its settings."""

from collections.abc import Sequence

import structlog

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option, Table
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.authorization_details.json_schema.comparison import ComparisonRule, is_equal_or_subset
from hanse.plugins.authorization_details.json_schema.schema import MAXIMUM_SCHEMA, DetailSchema
from hanse.plugins.authorization_details.json_schema.template import MAXIMUM_TEMPLATE, ConsentTemplate
from hanse.plugins.contracts.authorization_details import KIND, Detail

LOG = structlog.stdlib.get_logger("hanse.authorization-details")
SCHEMA, DESCRIPTION, COMPARISONS = "Schema", "Description Template", "Comparisons"
MEMBER, RULE = "Member", "Comparison"


def _check_schema(text: str) -> str | None:
    return _refusal(DetailSchema, text)


def _check_template(text: str) -> str | None:
    return _refusal(ConsentTemplate, text)


def _refusal(read: type[DetailSchema | ConsentTemplate], text: str) -> str | None:
    try:
        read(text)
    except ValueError as error:
        return str(error)
    return None


class JsonSchemaProcessor:
    """Validates details by a schema; the interface is `contracts.authorization_details.DetailProcessor`."""

    def __init__(self, settings: Settings) -> None:
        self._id = settings.id
        self._schema = DetailSchema(settings.text(SCHEMA))
        self._template = ConsentTemplate(settings.text(DESCRIPTION))
        rows = settings.rows(COMPARISONS)
        self._rules = {row.get(MEMBER, ""): ComparisonRule(row.get(RULE, ComparisonRule.EQUAL)) for row in rows}
        if len(self._rules) < len(rows):
            raise ValueError("Enter each member only once.")

    def validate(self, detail: Detail) -> Sequence[str]:
        """Return the schema's errors in a detail."""
        found = self._schema.errors(detail)
        LOG.debug("detail validated", processor=self._id, type=str(detail.get("type"))[:200], findings=len(found))
        return found

    def describe(self, detail: Detail) -> str:
        """Return the template with the detail's members filled in."""
        return self._template.fill(detail)

    def enrich(self, detail: Detail) -> Detail:
        """Return the detail unchanged: a schema adds nothing."""
        return detail

    def is_equal_or_subset(self, requested: Detail, granted: Detail) -> bool:
        """Compare by the configured rules, and by the common ones."""
        found = is_equal_or_subset(requested, granted, self._rules)
        LOG.debug("details compared", processor=self._id, within=found)
        return found


JSON_SCHEMA = Plugin(
    kind=KIND,
    id="hanse.json-schema",
    name="JSON Schema",
    make=JsonSchemaProcessor,
    facts={"supported_authorization_detail_types": []},
    form=Form(
        description="Validates authorization details with a JSON Schema and describes them with a template.",
        fields=(
            Field(
                name=SCHEMA,
                type=FieldType.TEXT_AREA,
                description="JSON Schema (draft 2020-12) for one authorization detail, including its type member. Set"
                ' "additionalProperties" to false to refuse unknown members.',
                required=True,
                rows=14,
                columns=80,
                maximum_length=MAXIMUM_SCHEMA,
                check=_check_schema,
            ),
            Field(
                name=DESCRIPTION,
                type=FieldType.TEXT_AREA,
                description="Shown to users on the consent page. Write members of the detail in braces: Pay"
                " {instructedAmount.amount} {instructedAmount.currency} to {creditorName}.",
                required=True,
                rows=3,
                columns=80,
                maximum_length=MAXIMUM_TEMPLATE,
                check=_check_template,
            ),
        ),
        tables=(
            Table(
                name=COMPARISONS,
                description=(
                    "Comparison of a requested detail with the granted one, for example when a token is refreshed. "
                    "By default, locations, actions, datatypes and privileges can be subsets, and every other member "
                    "must be the same."
                ),
                columns=(
                    Field(name=MEMBER, description="Top-level member of a detail.", required=True, maximum_length=256),
                    Field(
                        name=RULE,
                        type=FieldType.SELECT,
                        description="Values that may be requested.",
                        required=True,
                        options=(
                            Option("The same", ComparisonRule.EQUAL),
                            Option("Some of the list's items", ComparisonRule.SUBSET),
                            Option("The same number or a smaller one", ComparisonRule.AT_MOST),
                            Option("Anything", ComparisonRule.ANY),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
