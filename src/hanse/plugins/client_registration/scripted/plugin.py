"""The plug-in: its form, and the policy that evaluates expressions."""

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import structlog

from hanse.config.declare.plugin_fields import ExpressionKind, Field, FieldType, Form, Table
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.plugins.contracts.client_registration import KIND, Metadata, RegistrationAttempt, RegistrationRefused

if TYPE_CHECKING:
    from hanse.expressions.language import Expression

LOG = structlog.stdlib.get_logger("hanse.plugins")
REFUSALS, CONDITION, MESSAGE = "Refusals", "Condition", "Message"
VALUES, MEMBER, EXPRESSION = "Values", "Member", "Expression"
# Attributes besides the members of the metadata.
OPERATION, STATEMENT_ISSUER, TOKEN_CLIENT = "operation", "software_statement_issuer", "initial_access_token_client"
_LONGEST_EXPRESSION: Final = 4_096
_LONGEST_MESSAGE: Final = 256
_MEMBER: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_Attributes = dict[str, str | list[str]]


class ExpressionPolicy:
    """Refuses and changes registrations by expressions; the interface is that of `RegistrationPolicy`."""

    def __init__(self, settings: Settings) -> None:
        self._id = settings.id
        self._refusals = [(_compiled(row[CONDITION], REFUSALS), row[MESSAGE]) for row in settings.rows(REFUSALS)]
        self._values = [(row[MEMBER], _compiled(row[EXPRESSION], VALUES)) for row in settings.rows(VALUES)]

    def apply(self, attempt: RegistrationAttempt, now: datetime) -> Metadata:
        """Return the metadata with the values of all expressions. Refuses a registration that meets a condition.

        An expression that cannot be evaluated refuses the registration as well.
        """
        attributes = _attributes(attempt)
        for condition, text in self._refusals:
            if self._evaluated(condition, attributes, now) is not False:
                raise RegistrationRefused(text)
        changed = {member: self._evaluated(expression, attributes, now) for member, expression in self._values}
        return {name: value for name, value in {**attempt.metadata, **changed}.items() if value is not None}

    def _evaluated(self, expression: "Expression", attributes: _Attributes, now: datetime) -> Any:
        from hanse.expressions.errors import EvaluationFailed  # noqa: PLC0415 - see `_compiled`.

        try:
            value = expression.evaluate(attributes, now)
        except EvaluationFailed as failed:
            LOG.warning("client registration policy failed", policy=self._id, reason=str(failed))
            raise RegistrationRefused("The registration cannot be checked.") from failed
        return value if value is None or isinstance(value, bool | int | str | list) else str(value)


def _compiled(text: str, setting: str) -> "Expression":
    # Imported here: the expression language loads its engine, which is not needed at the start.
    from hanse.expressions.errors import ExpressionRefused  # noqa: PLC0415 - the comment above says why.
    from hanse.expressions.language import compile_expression  # noqa: PLC0415 - the comment above says why.

    try:
        return compile_expression(text)
    except ExpressionRefused as refused:
        raise SettingRefused(str(refused), setting) from refused


def _attributes(attempt: RegistrationAttempt) -> _Attributes:
    """Return the metadata as attributes of expressions: texts and lists of texts."""
    own = {
        OPERATION: "update" if attempt.is_update else "register",
        STATEMENT_ISSUER: attempt.statement_issuer,
        TOKEN_CLIENT: attempt.token_client,
    }
    return {name: _attribute(value) for name, value in attempt.metadata.items()} | own


def _attribute(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [_text(each) for each in value]
    return _text(value)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _member_error(text: str) -> str | None:
    return None if _MEMBER.fullmatch(text) else "Enter the name of a metadata member, such as client_name."


EXPRESSIONS = Plugin(
    kind=KIND,
    id="hanse.registration-expressions",
    name="Expressions",
    make=ExpressionPolicy,
    keywords=("script", "CEL"),
    form=Form(
        description="Refuses or changes registrations by expressions. The members of the client's metadata are "
        'attributes, such as attributes["client_name"]; so are operation (register or update), '
        "software_statement_issuer and initial_access_token_client.",
        tables=(
            Table(
                name=REFUSALS,
                description="Conditions that refuse a registration. They are evaluated in this order.",
                columns=(
                    Field(
                        name=CONDITION,
                        type=FieldType.TEXT_AREA,
                        description="The registration is refused if this expression is true or cannot be evaluated.",
                        required=True,
                        rows=3,
                        columns=60,
                        maximum_length=_LONGEST_EXPRESSION,
                        expression=ExpressionKind.CONDITION,
                    ),
                    Field(
                        name=MESSAGE,
                        description="Description of the error in the answer to the client.",
                        required=True,
                        maximum_length=_LONGEST_MESSAGE,
                    ),
                ),
            ),
            Table(
                name=VALUES,
                description="Values that replace those in the registration. They are evaluated after the conditions.",
                columns=(
                    Field(
                        name=MEMBER,
                        description="Metadata member, such as client_name.",
                        required=True,
                        maximum_length=64,
                        check=_member_error,
                        unique="This member is already in the list.",
                    ),
                    Field(
                        name=EXPRESSION,
                        type=FieldType.TEXT_AREA,
                        description="Value of the member. The result null removes the member.",
                        required=True,
                        rows=3,
                        columns=60,
                        maximum_length=_LONGEST_EXPRESSION,
                        expression=ExpressionKind.VALUE,
                    ),
                ),
            ),
        ),
    ),
)
