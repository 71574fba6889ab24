"""The results of a selector: the branches that a policy needs after it."""

from hanse.kit.errors import NotFound
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.selectors.resource import SELECTOR_KIND, AuthenticationSelector


def results_of(id_: str, documents: Documents) -> tuple[str, ...] | None:
    """Return a selector's results; None if the selector does not exist or its plug-in is not installed."""
    if documents.body(SELECTOR_KIND.resource, id_) is None:
        return None
    try:
        instance = SELECTOR_KIND.resolved(documents.view, id_)
        selector = SELECTOR_KIND.made(documents.view, id_)
    except (NotFound, ValueError):
        return None
    contract = instance.attribute_contract if isinstance(instance, AuthenticationSelector) else None
    values = [each.name for each in contract.extended_attributes] if contract is not None else []
    return tuple(dict.fromkeys(selector.results(values)))
