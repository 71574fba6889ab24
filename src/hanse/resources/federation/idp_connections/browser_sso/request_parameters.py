"""Parameters that a connection adds to the requests to its OpenID provider."""

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, model_validator

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.annotations import WithoutHeading
from hanse.config.declare.validation_messages import MISSHAPEN, refusal
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message
from hanse.plugins.adapters.openid_connect.request_parameters import CONTEXT_ATTRIBUTES, RESERVED_NAMES

MOST_PARAMETERS: Final = 50
_LONGEST_VALUE: Final = 1024


class RequestParameterSource(Labeled):
    """The sources of values. Of those in the API contract, these are known before a user is."""

    TEXT = "TEXT", "Text"
    CONTEXT = "CONTEXT", "Context"


class RequestParameterSourceKey(ConfigModel):
    """The source of a value."""

    type: Annotated[
        RequestParameterSource,
        Field(
            title="Source",
            description="Text is sent as it is entered. An attribute of the context has the value of each sign-in.",
        ),
    ]

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        # Neither source has an ID; clients of the API send an empty one.
        if isinstance(sent, dict) and sent.get("id") in (None, ""):
            return {name: value for name, value in sent.items() if name != "id"}
        return sent


class RequestParameterValue(ConfigModel):
    """The value of a parameter."""

    source: Annotated[RequestParameterSourceKey, Field(title="Source"), WithoutHeading()]
    value: Annotated[
        str,
        Field(
            title="Value",
            min_length=1,
            max_length=_LONGEST_VALUE,
            description="Text, or name of an attribute of the context, such as ClientIp.",
        ),
    ]

    @model_validator(mode="after")
    def _check_context(self) -> "RequestParameterValue":
        if self.source.type is RequestParameterSource.CONTEXT and self.value not in CONTEXT_ATTRIBUTES:
            known = ", ".join(CONTEXT_ATTRIBUTES)
            raise refusal(MISSHAPEN, message("Enter an attribute of the context: {names}.", names=known))
        return self


def _check_name(name: str) -> str:
    if not (name.isascii() and name.isprintable()) or " " in name:
        raise refusal(MISSHAPEN, "Enter a name of ASCII characters without spaces.")
    if name in RESERVED_NAMES:
        raise refusal(MISSHAPEN, message("This server determines the parameter {name}. Enter another one.", name=name))
    return name


class OIDCRequestParameter(ConfigModel):
    """A parameter of authorization requests."""

    name: Annotated[str, Field(title="Name", min_length=1, max_length=128), AfterValidator(_check_name)]
    attribute_value: Annotated[RequestParameterValue, Field(title="Value"), WithoutHeading()]
    application_endpoint_override: Annotated[
        bool,
        Field(
            title="Applications can override the value",
            description="Use the value of the parameter of the same name at the application endpoint"
            " (/sp/startSSO.ping) instead.",
        ),
    ] = False

    @model_validator(mode="before")
    @classmethod
    def _read_text(cls, sent: Any) -> Any:
        """Read `value`, which the API contract had before it had sources, as a text."""
        if not isinstance(sent, dict) or "value" not in sent:
            return sent
        known = {name: value for name, value in sent.items() if name != "value"}
        if sent["value"] and not known.get("attributeValue"):
            known["attributeValue"] = {"source": {"type": RequestParameterSource.TEXT}, "value": sent["value"]}
        return known

    @property
    def is_context(self) -> bool:
        """True if the value is that of an attribute of the context."""
        return self.attribute_value.source.type is RequestParameterSource.CONTEXT
