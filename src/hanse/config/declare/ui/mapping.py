"""The declaration of an attribute mapping in a form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.ui.layout import AppliesWhen
from hanse.config.declare.view import View

Body = dict[str, Any]
O = TypeVar("O")  # noqa: E741 - the offer: the attributes to fulfill and their sources, which the areas define.


@dataclass(frozen=True, kw_only=True)
class MappingForm(Generic[O]):
    """The offer of a mapping for the input so far, and the member that contains it, if any."""

    offer: Callable[[View, Body], O]
    # A name, or the path of a group whose other members belong to the rest of the form.
    holder: str = ""
    # The model of an item, if the member is a list whose items are mappings. The offer then gets the members of an item
    # over those of the document.
    item_model: type[ConfigModel] | None = None
    # The model of a member that has fields of its own besides the mapping, which the form shows before the mapping.
    holder_model: type[ConfigModel] | None = None
    # A member of an item that the form does not show and keeps, and the member with the reference that it belongs to.
    kept_with: tuple[str, str] | None = None
    # False if the list can be empty.
    is_required: bool = True
    # Heading and help of the mapping.
    label: str = ""
    help: str = ""
    # The values of other fields with which a list of mappings applies; if empty, it always does.
    when: tuple[AppliesWhen, ...] = ()
    # Maps of lists: the member, and the labels of the whole, of a key and of its values.
    maps: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    # Choices on which the offer depends, and a picker whose resource depends on one of them, by its value.
    decides: frozenset[str] = frozenset()
    picker: tuple[str, str, Mapping[str, Handle[Any]]] | None = None
    # The mapping that applies until one is set; it is shown, and sent only if it was changed.
    default_mapping: Callable[[View, Body], Body] | None = None
    # True if the mapping has a contract fulfillment only.
    is_plain: bool = False
    # The member with the contract fulfillment.
    member: str = "attributeContractFulfillment"
