"""The platform's answers as types; what does not fit is no answer."""

from typing import Annotated, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from hanse.ops.cloud.failures import UnexpectedAnswer

_Name = Annotated[str, StringConstraints(min_length=1, max_length=1024)]
# RFC 6750, section 2.1: what a bearer token is made of; nothing else may reach a header.
_BearerToken = Annotated[str, StringConstraints(max_length=16_384, pattern=r"^[A-Za-z0-9\-._~+/]+=*$")]


class _Answer(BaseModel):
    # Built at the first call to the cloud, as a start has no use for it.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class CloudAccessToken(_Answer):
    """A successful token exchange (RFC 8693, section 2.2.1)."""

    access_token: _BearerToken = Field(repr=False)


class CloudRefusal(_Answer):
    """Either form of error body: OAuth's `error`, or the platform's `code`."""

    error: Annotated[str, StringConstraints(max_length=256)] = ""
    code: Annotated[str, StringConstraints(max_length=256)] = ""


class EnvironmentBody(_Answer):
    """An environment that a connection may see."""

    id: UUID
    name: _Name
    type: Annotated[str, StringConstraints(max_length=64)] | None = None


class _Embedded(_Answer):
    environments: Annotated[tuple[EnvironmentBody, ...], Field(max_length=500)] = ()


class _Link(_Answer):
    href: Annotated[str, StringConstraints(max_length=4096)]


class _Links(_Answer):
    next: _Link | None = None


class EnvironmentPage(_Answer):
    """One page of the environments collection in HAL."""

    links: _Links = Field(default_factory=_Links, alias="_links")
    embedded: _Embedded = Field(alias="_embedded")


Model = TypeVar("Model", bound=_Answer)


def parse_answer(model: type[Model], body: bytes) -> Model:
    """Return a body as a type; raises UnexpectedAnswer when it does not fit."""
    try:
        return model.model_validate_json(body)
    except ValidationError:
        pass
    # Raised outside the handler: the validation error holds the body, which may carry a token.
    raise UnexpectedAnswer("The cloud service's answer does not have the documented form.")
