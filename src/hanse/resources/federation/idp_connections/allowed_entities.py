"""Further issuers that a connection to an OpenID provider accepts, as the API contract names the members."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.kit.errors import FieldError

ALLOWED_ENTITIES: Final = "additionalAllowedEntitiesConfiguration"
MOST_ENTITIES: Final = 1_000


class Entity(ConfigModel):
    """An issuer that is accepted in addition to the entity ID of the connection."""

    entity_id: Annotated[
        str,
        Field(title="Issuer", description="Issuer exactly as in ID tokens (claim iss).", min_length=1, max_length=1024),
    ]
    entity_description: Annotated[
        str | None, Field(title="Description", description="Note for administrators.", max_length=1024)
    ] = None


class AdditionalAllowedEntitiesConfiguration(ConfigModel):
    """The issuers whose tokens a connection accepts. All tokens need a valid signature of the provider."""

    allow_additional_entities: Annotated[
        bool,
        Field(
            title="Accept additional issuers",
            description="Accept tokens of the issuers below. If off, only tokens whose issuer is the entity ID are"
            " accepted.",
        ),
    ] = False
    allow_all_entities: Annotated[
        bool,
        Field(
            title="Accept any issuer",
            description="Accept tokens of any issuer that the provider has signed. Not recommended: every tenant of a"
            " shared provider can then sign users in.",
        ),
    ] = False
    additional_allowed_entities: Annotated[
        list[Entity],
        Field(
            title="Additional issuers",
            description="Issuers that are accepted if Accept additional issuers is on.",
            max_length=MOST_ENTITIES,
            default_factory=list,
        ),
    ]

    @property
    def accepted(self) -> frozenset[str]:
        """Return the additional issuers that are accepted."""
        found = self.additional_allowed_entities if self.allow_additional_entities else ()
        return frozenset(each.entity_id for each in found)


def allows_more(configuration: Any) -> bool:
    """Return whether the member of a body accepts further issuers or lists them. Other types are refused later."""
    if not isinstance(configuration, Mapping):
        return configuration is not None
    return any(configuration.values())


def allowed_entity_errors(
    configuration: AdditionalAllowedEntitiesConfiguration | None, *, is_openid: bool
) -> Iterator[FieldError]:
    """Find issuers of a connection without OpenID Connect, and repeated or missing ones."""
    if configuration is None:
        return
    if not is_openid:
        yield FieldError("Only connections with OpenID Connect accept additional issuers.", ALLOWED_ENTITIES)
    path = f"{ALLOWED_ENTITIES}.additionalAllowedEntities"
    names = [each.entity_id for each in configuration.additional_allowed_entities]
    if len(set(names)) < len(names):
        yield FieldError("An issuer is in the list twice.", path, "value_in_use")
    if configuration.allow_additional_entities and not names:
        yield FieldError("Add an issuer, or turn off additional issuers.", path, "required_field")
