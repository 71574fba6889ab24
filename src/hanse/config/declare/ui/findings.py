"""Findings about the settings of an item: differences from the security recommendations of its field."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.view import View
from hanse.kit.texts.labels import Labeled

Body = Mapping[str, Any]


class Severity(Labeled):
    """Severity of a finding.

    A high one violates a requirement, a medium one violates a recommendation, and the others name further protection.
    """

    HIGH = "HIGH", "High"
    MEDIUM = "MEDIUM", "Medium"
    INFORMATION = "INFORMATION", "Information"


@dataclass(frozen=True)
class StandardSection:
    """A section of a standard, such as RFC 9700, section 2.1.2."""

    document: str
    section: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A setting of an item that a recommendation advises against."""

    id: str
    severity: Severity
    text: str
    reference: StandardSection
    # The path of the setting in the item.
    path: str = ""
    # The values that remove the finding, by their paths, and the label of the button. Empty if no value is known.
    fix: Mapping[str, Any] = field(default_factory=dict)
    fix_label: str = ""
    # The resource and the item whose page has the setting, if it is not a setting of the item itself.
    resource: Handle[Any] | None = None
    item: str = ""


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """The comparison of an item with recommendations, as a panel on its page."""

    heading: str
    help: str
    # The text of an item without findings of high or medium severity.
    passed: str
    # Returns the findings of an item. Raises ValidationFailed if the body is not valid.
    find: Callable[[View, Body], Iterable[Finding]]
