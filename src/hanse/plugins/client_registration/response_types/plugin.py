"""The plug-in: its form, and the policy that removes response types."""

from datetime import datetime

from hanse.config.declare.plugin_fields import TRUE, Field, FieldType, Form
from hanse.config.plugins.field_shorthands import flag
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.plugins.contracts.client_registration import KIND, Metadata, RegistrationAttempt, RegistrationRefused

# The response types of the API contract, as its fields are named.
RESPONSE_TYPES = (
    "code",
    "code id_token",
    "code id_token token",
    "code token",
    "id_token",
    "id_token token",
    "token",
)


class ResponseTypesConstraint:
    """Removes response types that are not allowed; the interface is that of `RegistrationPolicy`."""

    def __init__(self, settings: Settings) -> None:
        self._allowed = frozenset(_words(each) for each in RESPONSE_TYPES if settings.flag(each))
        if not self._allowed:
            raise SettingRefused("Allow at least one response type.", RESPONSE_TYPES[0])

    def apply(self, attempt: RegistrationAttempt, _now: datetime) -> Metadata:
        """Return the metadata without response types that are not allowed; refuse it if none remains."""
        requested = attempt.metadata.get("response_types")
        if not isinstance(requested, list) or not requested:
            return attempt.metadata
        remaining = [each for each in requested if isinstance(each, str) and _words(each) in self._allowed]
        if not remaining:
            raise RegistrationRefused("None of the response types is allowed.")
        return {**attempt.metadata, "response_types": remaining}


def _words(response_type: str) -> frozenset[str]:
    """Return the words of a response type, whose order has no meaning (RFC 6749, section 3.1.1)."""
    return frozenset(response_type.split())


RESPONSE_TYPES_CONSTRAINT = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.client.registration.ResponseTypesConstraintsPlugin",
    name="Response Types Constraints",
    make=ResponseTypesConstraint,
    form=Form(
        description="Removes response types that are not allowed from registrations. A registration without any "
        "allowed response type is refused.",
        fields=(
            *(
                Field(
                    name=each,
                    type=FieldType.CHECK_BOX,
                    default=TRUE,
                    description="Allow clients to register this response type.",
                )
                for each in RESPONSE_TYPES
            ),
            flag("none", "Allow clients to register this response type.", lacks="the response type none"),
        ),
    ),
)
