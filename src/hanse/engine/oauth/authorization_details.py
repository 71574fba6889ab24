"""The configured types of authorization details, with their processors (RFC 9396)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.errors import InvalidAuthorizationDetails
from hanse.engine.http.request import Request
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import Instance, instances, readable
from hanse.plugins.contracts.authorization_details import Detail, DetailProcessor
from hanse.resources.system.authorization_details.processors import PROCESSOR_KIND
from hanse.resources.system.authorization_details.types import DETAIL_TYPES as TYPES

LOG = structlog.stdlib.get_logger("hanse.oauth")
PARAMETER: Final = "authorization_details"
_MOST_DETAILS: Final = 50
_MOST_CHARACTERS: Final = 8_192
_PROCESSORS: Compiler[Mapping[str, Instance[DetailProcessor]]] = instances(PROCESSOR_KIND)


@dataclass(frozen=True)
class DetailTypes:
    """The active types, by the value of `type` in a detail: the id of each with its processor."""

    types: Mapping[str, tuple[str, DetailProcessor]]

    def checked(self, detail: Detail, allowed: Collection[str]) -> Detail:
        """Return a detail in its granted form, enriched by its processor.

        `allowed` are the ids of the types that the client may request. Raises InvalidAuthorizationDetails.
        """
        id_, processor = self.types.get(str(detail.get("type")), ("", None))
        if processor is None or id_ not in allowed:
            raise InvalidAuthorizationDetails("The type of an authorization detail is unknown or not allowed.")
        problems = processor.validate(detail)
        if problems:
            raise InvalidAuthorizationDetails(f"An authorization detail is not valid: {problems[0]}")
        return processor.enrich(detail)

    def description(self, detail: Detail) -> str:
        """Return the description of a detail for users, in plain text; its type if there is no processor any more."""
        _, processor = self.types.get(str(detail.get("type")), ("", None))
        return str(detail.get("type")) if processor is None else processor.describe(detail)

    def covers(self, granted: list[Any], requested: list[Any]) -> bool:
        """Return whether each requested detail is covered by some granted one."""
        return all(any(self._is_within(each, other) for other in granted) for each in requested)

    def _is_within(self, requested: Detail, granted: Detail) -> bool:
        _, processor = self.types.get(str(requested.get("type")), ("", None))
        same_type = requested.get("type") == granted.get("type")
        return processor is not None and same_type and processor.is_equal_or_subset(requested, granted)


def _compile(given: CompilerInput[DetailTypes]) -> DetailTypes:
    made = _PROCESSORS.compile(CompilerInput(given.view, given.ports, None, given.changes))
    found: dict[str, tuple[str, DetailProcessor]] = {}
    for id_, type_ in readable(given.view, TYPES):
        instance = made.get(type_.authorization_detail_processor_ref.id)
        if type_.active and instance is not None and instance.plugin is not None:
            found[type_.type] = (id_, instance.plugin)
    return DetailTypes(found)


DETAIL_TYPES: Compiler[DetailTypes] = Compiler(
    "authorizationDetailTypes", frozenset({TYPES.kind, PROCESSOR_KIND.resource.kind}), _compile
)


def requested_details(request: Request, client: RegisteredClient, text: str) -> str:
    """Return the details that a parameter requests, each as its processor enriched it, as JSON; empty for none.

    Raises InvalidAuthorizationDetails for details that are malformed or that the client may not request (section 5).
    """
    if len(text) > _MOST_CHARACTERS:
        raise InvalidAuthorizationDetails("The parameter authorization_details is too long.")
    try:
        details = msgspec.json.decode(text, type=list[dict[str, Any]])
    except msgspec.DecodeError as error:
        raise InvalidAuthorizationDetails("The parameter authorization_details must be an array of objects.") from error
    if len(details) > _MOST_DETAILS:
        raise InvalidAuthorizationDetails("There are too many authorization details.")
    known = request.snapshot.part(DETAIL_TYPES)
    allowed = frozenset(client.settings.authorization_detail_types)
    enriched = [known.checked(each, allowed) for each in details]
    return encoded_details(enriched)


def narrowed_details(request: Request, client: RegisteredClient, granted: str, text: str) -> str:
    """Return the details that a parameter requests out of those that were granted (section 6), as JSON.

    Raises InvalidAuthorizationDetails for details that were not granted.
    """
    requested = requested_details(request, client, text)
    if not request.snapshot.part(DETAIL_TYPES).covers(decoded_details(granted), decoded_details(requested)):
        raise InvalidAuthorizationDetails("An authorization detail was not granted.")
    return requested


def encoded_details(details: Sequence[Detail]) -> str:
    """Return details as they are stored; empty for none."""
    return msgspec.json.encode(details).decode() if details else ""


def decoded_details(text: str) -> list[Any]:
    """Return stored details as values."""
    return msgspec.json.decode(text, type=list[Any]) if text else []
