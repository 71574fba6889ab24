"""The attribute contract of an access token manager, including the attributes inherited from its parents."""

from typing import Final

from hanse.config.declare.view import View
from hanse.config.plugins.inheritance import ancestors
from hanse.kit.texts.messages import message
from hanse.resources.applications.access_tokens.managers import MANAGERS

# The text of mappings without attributes to fulfill (`MappingOffer.missing`).
NO_MANAGER: Final = message("Choose an access token manager with attributes first.")


def mapped_attributes(view: View, manager: str | None) -> tuple[str, ...]:
    """Return the attributes that mappings fulfill: those of the manager's tokens and of token endpoint responses."""
    tokens = token_attributes(view, manager)
    if not manager or view.find(MANAGERS, manager) is None:
        return tokens
    instance = view.model(MANAGERS, manager)
    contracts = (each.token_endpoint_attribute_contract for each in (instance, *ancestors(view, MANAGERS, instance)))
    contract = next((each for each in contracts if each is not None), None)
    more = () if contract is None else (each.name for each in contract.attributes)
    return tuple(dict.fromkeys((*tokens, *more)))


def token_attributes(view: View, manager: str | None) -> tuple[str, ...]:
    """Return the attributes of a manager's tokens; an empty result if the manager does not exist."""
    if not manager or view.find(MANAGERS, manager) is None:
        return ()
    instance = view.model(MANAGERS, manager)
    contracts = (each.attribute_contract for each in (instance, *ancestors(view, MANAGERS, instance)))
    contract = next((each for each in contracts if each is not None), None)
    return contract.names if contract is not None else ()
