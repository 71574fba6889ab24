"""The credentials of the applications that may start attribute queries, and the identity providers for certificates."""

from dataclasses import dataclass, field
from typing import Final

from hanse.config.declare.resource import SINGLETON_ID
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.resources.federation.metadata.attribute_requesters import (
    ATTRIBUTE_REQUESTERS,
    MetadataAttributeRequesterMapping,
)
from hanse.resources.security.service_authentication import ATTRIBUTE_QUERY, SERVICE_AUTHENTICATION


@dataclass(frozen=True)
class AttributeQueryCallers:
    """The application ID and the secret, both empty if the service is disabled, and the mapping of certificates."""

    id: str
    secret: str = field(repr=False)
    providers: MetadataAttributeRequesterMapping


def _compile(given: CompilerInput[AttributeQueryCallers]) -> AttributeQueryCallers:
    view = given.view
    service = view.singleton(SERVICE_AUTHENTICATION).attribute_query
    stored = view.get(SERVICE_AUTHENTICATION, SINGLETON_ID)
    has_secret = service is not None and bool(service.encrypted_shared_secret)
    secret = view.secret(SERVICE_AUTHENTICATION, stored, ATTRIBUTE_QUERY, "sharedSecret") if has_secret else None
    id_ = "" if service is None or not secret else service.id or ""
    return AttributeQueryCallers(id_, secret or "", view.singleton(ATTRIBUTE_REQUESTERS))


ATTRIBUTE_QUERY_CALLERS: Final[Compiler[AttributeQueryCallers]] = Compiler(
    "attributeQueryCallers", frozenset({SERVICE_AUTHENTICATION.kind, ATTRIBUTE_REQUESTERS.kind}), _compile
)
