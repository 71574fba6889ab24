"""The platform's answers as types; other answers are refused."""

from typing import Annotated, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from hanse.ops.cloud.failures import UnexpectedAnswer

_Name = Annotated[str, StringConstraints(min_length=1, max_length=1024)]
# RFC 6750, section 2.1: characters of a bearer token; no others may reach a header.
_BearerToken = Annotated[str, StringConstraints(max_length=16_384, pattern=r"^[A-Za-z0-9\-._~+/]+=*$")]


class _Answer(BaseModel):
    # Built at the first call to the cloud, because it is not needed at the start.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class CloudAccessToken(_Answer):
    """A successful token exchange (RFC 8693, section 2.2.1)."""

    access_token: _BearerToken = Field(repr=False)


class CloudRefusal(_Answer):
    """Either form of error body: OAuth's `error`, or the platform's `code`."""

    error: Annotated[str, StringConstraints(max_length=256)] = ""
    code: Annotated[str, StringConstraints(max_length=256)] = ""


class EnvironmentBody(_Answer):
    """An environment that a connection can access."""

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
    """Return a body as a type; raises UnexpectedAnswer if it does not match."""
    try:
        return model.model_validate_json(body)
    except ValidationError:
        pass
    # Raised outside the handler: the validation error contains the body, which may contain a token.
    raise UnexpectedAnswer("The cloud service's answer does not have the documented form.")
