"""The sources that rules and mappings of a node can use, with their attributes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hanse import handles
from hanse.kit.texts.messages import verbatim
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import AuthnSourcePolicyAction, FragmentPolicyAction, PolicyAction
from hanse.resources.mapping import contexts
from hanse.resources.mapping.contexts import attributes_of
from hanse.resources.mapping.model import ONLY_ONES, SourceType

ADAPTERS, CONNECTIONS, SELECTORS = handles.ADAPTERS, handles.IDP_CONNECTIONS, handles.SELECTORS
SOURCES = {"IDP_ADAPTER": handles.ADAPTERS, "IDP_CONNECTION": handles.IDP_CONNECTIONS}
# Attributes of every request, and those of a request that names a user: a `login_hint`, or the subject of a SAML
# request.
CONTEXT = tuple(sorted((*contexts.CONTEXT, "RequestedUser")))


def can_authenticate(type_: str, body: Mapping[str, Any]) -> bool:
    """Return whether users can sign in with a source. A connection without Browser SSO is not one."""
    return type_ != "IDP_CONNECTION" or bool(body.get("idpBrowserSso"))


@dataclass(frozen=True)
class NodeInput:
    """A source of attributes; `id` is empty if there is only one source of the type.

    The name is a translatable text of the server, or the name that an administrator chose (`verbatim`).
    """

    type: str
    id: str
    name: str
    attributes: tuple[str, ...]


def found_in(sources: Iterable[NodeInput], type_: str, id_: str) -> NodeInput | None:
    """Return the source to which the type and id in a rule or a mapping refer."""
    is_only_one = type_ in ONLY_ONES
    return next((each for each in sources if each.type == type_ and (is_only_one or each.id == id_)), None)


def sources_at(known: Iterable[PolicyAction], inputs: str | None, documents: Documents) -> Iterator[NodeInput]:
    """Yield the sources available after these actions, nearest first; `inputs` is a fragment's input contract."""
    seen: set[tuple[str, str]] = set()
    for action in reversed(tuple(known)):
        source = _source_of(action, documents)
        if source is not None and (source.type, source.id) not in seen:
            seen.add((source.type, source.id))
            yield source
    if inputs is not None and (contract := documents.body(handles.POLICY_CONTRACTS, inputs)) is not None:
        yield NodeInput("INPUTS", inputs, verbatim(contract["name"]), attributes_of(contract))
    yield NodeInput("CONTEXT", "", SourceType.CONTEXT.label, CONTEXT)
    properties = documents.body(handles.EXTENDED_PROPERTIES, "-") or {}
    if items := properties.get("items"):
        names = tuple(str(each["name"]) for each in items)
        yield NodeInput("EXTENDED_PROPERTIES", "", SourceType.EXTENDED_PROPERTIES.label, names)


def _source_of(action: PolicyAction, documents: Documents) -> NodeInput | None:
    match action:
        case AuthnSourcePolicyAction(authentication_source=source):
            id_ = source.source_ref.id
            body = documents.body(SOURCES[source.type], id_)
            type_ = "ADAPTER" if source.type == "IDP_ADAPTER" else source.type
            if body is None:
                return None
            attributes = documents.attributes(SOURCES[source.type], id_)
            return NodeInput(type_, id_, verbatim(str(body.get("name", id_))), attributes)
        case FragmentPolicyAction():
            fragment = documents.body(handles.POLICY_FRAGMENTS, action.fragment.id)
            outputs = (fragment or {}).get("outputs")
            contract = documents.body(handles.POLICY_CONTRACTS, outputs["id"]) if outputs else None
            if fragment is None or contract is None:
                return None
            return NodeInput("FRAGMENT", action.fragment.id, verbatim(fragment["name"]), attributes_of(contract))
        case _:
            return None
