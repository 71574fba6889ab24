"""Every field that identifies an item of the configuration is declared as a reference.

References are checked when an item is saved, are listed as uses, and prevent the deletion of their target.
"""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from hanse.config.declare.fields import Ref, ResourceLink
from hanse.config.declare.handles import Handle
from hanse.config.declare.marked_fields import fields_with
from hanse.config.declare.resource import Resource
from hanse.resources.all_resources import PLUGIN_KINDS, RESOURCES

BY_KIND = {resource.kind: resource for resource in RESOURCES}
ADAPTER = {"type": "IDP_ADAPTER", "sourceRef": {"id": "x"}}
SELECTING = {"action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "x"}}}
AUTHENTICATING = {"action": {"type": "AUTHN_SOURCE", "authenticationSource": ADAPTER}}
# Some references depend on a member with the type of the target, or are deep in a tree. A function of the resource
# finds them. Each entry has a body in which the function must find the reference.
FOUND_BY_FUNCTION: dict[tuple[str, str], dict[str, Any]] = {
    ("authenticationPolicies/default", "defaultAuthenticationSources.sourceRef"): {
        "defaultAuthenticationSources": [ADAPTER]
    },
    **{
        (kind, f"rootNode.action.{name}"): {"rootNode": node}
        for kind in ("authenticationPolicies/policy", "authenticationPolicies/fragments")
        for name, node in (
            ("authenticationSelectorRef", SELECTING),
            ("authenticationSource.sourceRef", AUTHENTICATING),
        )
    },
    ("oauth/accessTokenMappings", "context.contextRef"): {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "x"}}
    },
    ("sp/targetUrlMappings", "items.ref"): {"items": [{"type": "SP_ADAPTER", "ref": {"id": "x"}}]},
    ("session/authenticationSessionPolicies", "authenticationSource.sourceRef"): {"authenticationSource": ADAPTER},
    ("sp/idpConnections", "idpBrowserSso.adapterMappings.adapterOverrideSettings.parentRef"): {
        "idpBrowserSso": {"adapterMappings": [{"adapterOverrideSettings": {"parentRef": {"id": "x"}}}]}
    },
    ("idp/spConnections", "spBrowserSso.adapterMappings.adapterOverrideSettings.parentRef"): {
        "spBrowserSso": {"adapterMappings": [{"adapterOverrideSettings": {"parentRef": {"id": "x"}}}]}
    },
    **{(kind.resource.kind, "parentRef"): {"parentRef": {"id": "x"}} for kind in PLUGIN_KINDS},
}
# Fields that look like references and are not, by the last part of their path, with the reason.
NO_REFERENCES = {
    "pluginDescriptorRef": "Plug-ins are installed and not configured; rules check their IDs.",
    "authnCtxClassRef": "A URI that is sent to partners (SAML 2.0 Core, section 2.7.2.2).",
    "idpAdapterRef": "Set by the server to the mapping's own ID, which is the reference.",
    "passwordValidatorRef": "Set by the server to the mapping's own ID, which is the reference.",
    "captchaProviderRef": "There are no CAPTCHA providers, so every value is refused.",
    "registrationWorkflow": "There are no registration workflows, so every value is refused.",
    "clientTlsCertificateRef": "There are no key pairs for clients, so every value is refused.",
}


def link_fields(model: type[BaseModel], path: tuple[str, ...], above: tuple[type, ...]) -> Iterator[tuple[str, bool]]:
    """Yield each field whose type or name is that of a link; the flag is true if it is declared as a reference."""
    for name, info in model.model_fields.items():
        here = (*path, info.alias or name)
        parts = list(parts_of(info.annotation, tuple(info.metadata)))
        links = [markers for part, markers in parts if part is ResourceLink or here[-1].endswith(("Ref", "Refs"))]
        if links:
            yield ".".join(here), any(isinstance(marker, Ref) for markers in links for marker in markers)
        for part, _ in parts:
            if issubclass(part, BaseModel) and part is not ResourceLink and part not in above:
                yield from link_fields(part, here, (*above, part))


def parts_of(annotation: Any, markers: tuple[Any, ...]) -> Iterator[tuple[type, tuple[Any, ...]]]:
    """Yield the types in an annotation, each with the markers that apply to it."""
    more = (*markers, *getattr(annotation, "__metadata__", ()))
    if isinstance(annotation, type) and not get_args(annotation):
        yield annotation, more
    for part in get_args(annotation):
        yield from parts_of(part, more)


def undeclared() -> Iterator[tuple[Resource[Any], str]]:
    for resource in RESOURCES:
        for path, is_declared in dict(link_fields(resource.model, (), (resource.model,))).items():
            if not is_declared:
                yield resource, path


def test_every_link_field_is_a_reference_or_has_a_reason() -> None:
    found = {(resource.kind, path) for resource, path in undeclared()}
    exempt = {(kind, path) for kind, path in found if path.rpartition(".")[2] in NO_REFERENCES}
    assert found - exempt == FOUND_BY_FUNCTION.keys()
    # Every exemption is needed.
    assert {path.rpartition(".")[2] for _, path in exempt} == NO_REFERENCES.keys()


@pytest.mark.parametrize(("kind", "path"), FOUND_BY_FUNCTION)
def test_references_without_a_mark_are_found_by_the_resource(kind: str, path: str) -> None:
    references = BY_KIND[kind].storage.references
    assert references is not None
    found = [(where, targets, id_) for where, targets, id_ in references(FOUND_BY_FUNCTION[kind, path]) if id_ == "x"]
    assert len(found) == 1
    assert found[0][0].rpartition(".")[2] == path.rpartition(".")[2]
    paths = {resource.path for resource in RESOURCES}
    targets = found[0][1]
    assert {each.path for each in ((targets,) if isinstance(targets, Handle) else targets)} <= paths


def test_references_lead_to_existing_resources() -> None:
    there = {resource.path for resource in RESOURCES}
    markers = [found.marker(Ref) for resource in RESOURCES for found in fields_with(resource.model, Ref)]
    missing = {
        path
        for marker in markers
        if marker is not None
        for path in (each.path for each in marker.resources)
        if path not in there
    }
    assert missing == set()
