"""The vocabulary in which a resource's model describes its fields.

Types and limits are pydantic's own; labels and help texts are `Field(title=…, description=…)`. The markers below
express what pydantic cannot. They are put into `Annotated[…]` and read by `hanse.config.declare.marked_fields`.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema

from hanse.config.declare.handles import Handle
from hanse.config.declare.validation_messages import MISSHAPEN, refusal
from hanse.kit.texts.messages import message


class ConfigModel(BaseModel):
    """Base class of all models of the configuration: camelCase in JSON, strict, closed and immutable.

    A secret, which has an `encrypted_…` sibling, is never printed, so that no log and no traceback shows one.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="forbid",
        strict=True,
        frozen=True,
        # Validators are built at their first use, because a start does not need most of them.
        defer_build=True,
        # JSON does not define NaN and infinity (RFC 8259, section 6).
        allow_inf_nan=False,
    )

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            yield name, "***" if value is not None and f"encrypted_{name}" in type(self).model_fields else value


@dataclass(frozen=True)
class Ref:
    """The field's value, or its `id` member, is the id of a document of a resource, such as `handles.CLIENTS`.

    `services` are the cloud services that are used through a reference to a connection, the main one first. `others`
    are further resources to which it may refer, which share one set of ids with the first. A `planned` reference leads
    to a resource that this version may not have yet; until then the field accepts no value.

    A `released` reference does not prevent the deletion of its target: it is removed with the target. It is an optional
    member at the top of its document, such as the default of several instances.
    """

    resource: Handle[Any]
    services: tuple[str, ...] = ()
    others: tuple[Handle[Any], ...] = ()
    planned: bool = False
    released: bool = False

    @property
    def resources(self) -> tuple[Handle[Any], ...]:
        """Return all resources to which it may refer."""
        return (self.resource, *self.others)


@dataclass(frozen=True)
class Secret:
    """The field is write-only; it is stored encrypted, in the sibling field `encrypted<Name>`.

    If it is absent in a replacement, the stored secret is kept. With `digest`, the digest of the value is encrypted
    instead of the value: passwords, which are only ever compared. `digest` names a function given to the configuration
    when it is composed.

    A `clearable` secret is optional: an empty encrypted sibling in a request removes it.
    """

    digest: str | None = None
    clearable: bool = False


@dataclass(frozen=True)
class Unique:
    """No two documents of the resource have the same value; letter case makes a difference only with `exact`."""

    message: str = "This value is already in use."
    exact: bool = False


@dataclass(frozen=True)
class Immutable:
    """The value cannot change after creation."""


@dataclass(frozen=True)
class ServerSet:
    """The server determines the value; a value in a request is ignored.

    Engines keep a value of clients in memory only if it is `for_engine`.
    """

    for_engine: bool = False


@dataclass(frozen=True)
class Copyable:
    """An ID, a serial number or a fingerprint, which people copy elsewhere: its pages have a button that copies it."""


@dataclass(frozen=True)
class Unordered:
    """A set: stored sorted and without repetitions, so that equal configurations have equal texts."""


@dataclass(frozen=True)
class OmittedWhenEmpty:
    """Answers leave the member out while its list, map or text is empty."""


@dataclass(frozen=True)
class Searchable:
    """The field takes part in the free-text filter of lists."""


@dataclass(frozen=True)
class Filterable:
    """Lists can be filtered by the value of this field, which is at the top of a document.

    If the field is an object, the filter is its presence, or the value of its member `by`. Values of large collections
    are indexed by a migration (`store.member_indexes`), because reading 10,000 documents takes too long.
    """

    by: str = ""
    is_indexed: bool = False


@dataclass(frozen=True)
class Lineage:
    """The item of the same collection from which this one inherits. Lists can exclude the descendants of an item."""


@dataclass(frozen=True)
class HoldsExpression:
    """The field is an expression (`hanse.expressions`), which only expression administrators add or change.

    With `is_condition` its result must be a boolean. If another member decides whether the field is an expression,
    `when` evaluates the object that has the field. `message` is the text for a refused expression: `{reason}` is the
    reason, and `{number}` is the position of its object in the list, starting with 1.
    """

    is_condition: bool = False
    when: Callable[[dict[str, Any]], bool] | None = None
    message: str = "Expression is invalid. Reason: {reason}"


@dataclass(frozen=True)
class HoldsPattern:
    """The text must match a regular expression; `expected` is the message for one that does not.

    In `Annotated` it follows the limits of the text's length, whose message is more specific for a long text.
    """

    pattern: str
    expected: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        form = re.compile(self.pattern)

        def check(text: str) -> str:
            if form.fullmatch(text) is None:
                raise refusal(MISSHAPEN, self.expected)
            return text

        return core_schema.no_info_after_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema["schema"]), "pattern": self.pattern}


Marker = (
    Ref
    | Secret
    | Unique
    | Immutable
    | ServerSet
    | Unordered
    | OmittedWhenEmpty
    | Searchable
    | Filterable
    | Lineage
    | HoldsExpression
)
MARKERS = (
    Ref,
    Secret,
    Unique,
    Immutable,
    ServerSet,
    Unordered,
    OmittedWhenEmpty,
    Searchable,
    Filterable,
    Lineage,
    HoldsExpression,
)

Digest = Callable[[str], str]


class SecretDigest(NamedTuple):
    """The digest that is stored instead of a secret.

    Equal secrets of one group are hashed once in each save, and share the digest.
    """

    digest: str
    group: Hashable = None


# The name of the digest for passwords, which `Secret` and `StorageOptions.digest_of` use.
PASSWORD_DIGEST = "argon2id"  # noqa: S105 - the name of the digest function, not a password.

# Ids that clients may choose: characters that need no escaping in the path of a URL (RFC 3986, section 2.3).
_ID = "This ID can have the letters A to Z, digits, and {marks} only."
ResourceId = Annotated[
    str, Field(min_length=1, max_length=128), HoldsPattern(r"^[A-Za-z0-9._~-]+$", message(_ID, marks="- . _ ~"))
]
# Ids that consist of the ids of a document's subjects, separated by bars, such as `default|jwt`. The first part can be
# a URN.
CompoundId = Annotated[
    str, Field(min_length=1, max_length=256), HoldsPattern(r"^[A-Za-z0-9._~|:-]+$", message(_ID, marks="- . _ ~ | :"))
]
ShortText = Annotated[str, Field(max_length=256)]
LongText = Annotated[str, Field(max_length=4096)]


class ResourceLink(ConfigModel):
    """A reference to another resource, as the API contract defines it.

    The server determines the address of the target. Exports of existing installations contain it everywhere, so it is
    accepted, ignored and never stored.
    """

    id: Annotated[str, Field(title="ID", min_length=1, max_length=256)]
    location: Annotated[
        str | None,
        Field(
            title="Location",
            max_length=4096,
            exclude=True,
            repr=False,
            description="Address of the resource. Ignored on input.",
        ),
        AfterValidator(lambda _location: None),
    ] = None


def sealed_name(name: str) -> str:
    """Return the name of the field with a secret's encrypted value: `credential` -> `encryptedCredential`."""
    return f"encrypted{name[0].upper()}{name[1:]}"
