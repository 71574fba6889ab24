"""The common context of the pages of one visit."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from hanse.admin.frames.api_calls import ApiCalls
from hanse.admin.frames.form.reference_choices import ReferenceChoices
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.page_request import PageAddress, PageRequest
from hanse.admin.frames.responses import FrameRenderer
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.list_query import StoredDocument
from hanse.kit.texts.translation import localized, say

Body = dict[str, Any]


class PageContext:
    """One visit, and what is said on each of its pages."""

    def __init__(
        self,
        configuration: Configuration,
        pages: FrameRenderer,
        visit: PageRequest,
        calls: ApiCalls,
        frames: Mapping[str, Frame],
    ) -> None:
        """`frames` are all that there are, by the kind of what they show."""
        self.configuration = configuration
        self.pages = pages
        self.visit = visit
        self.calls = calls
        self._frames = frames
        self.frame = visit.frame
        self.is_list = not visit.frame.resource.is_singleton

    @property
    def may_add(self) -> bool:
        """Whether the caller can add an item."""
        return self.visit.may_change and self.calls.has("POST")

    @property
    def lacks_crypto_rights(self) -> bool:
        """Whether the caller reads keys and certificates without being one who manages them, or an auditor."""
        area, principal = self.frame.resource.area, self.visit.principal
        return area is Area.KEYS and not principal.auditor and not is_allowed(principal, area, Intent.WRITE)

    @property
    def shows_users(self) -> bool:
        """Whether the page says what uses the item: those of items that cannot be changed have room for it."""
        return bool(self.frame.form.adding) and self.visit.place is PageAddress.EDIT

    def users(self) -> list[tuple[str, str, str]]:
        """Return what uses the item: the type, the name and the page of each.

        A setting that only has the item as its default does not keep it from being deleted, and is left out.
        """
        found = [each for each in self.calls.used_by() if not each.get("released")]
        return list(dict.fromkeys((localized(each["type"]), *self._user(each)) for each in found))

    def _user(self, user: Mapping[str, str]) -> tuple[str, str]:
        """Return what people call what uses an item and, for who may read it, where the console shows it."""
        resource, id_ = self.configuration.registry.by_kind(user["kind"]), user["id"]
        if not is_allowed(self.visit.principal, resource.area, Intent.READ):
            return id_, ""
        name, frame = user.get("name", id_), self._frames.get(resource.kind)
        if frame is not None and frame.has_composed_names:
            with self.configuration.reading() as view:
                name = frame.name_of(
                    id_, view.get(resource, id_).body, ReferenceChoices(view, self.visit.principal).name
                )
        return name, resource.page_of(id_) or ""

    def name(self, body: Body) -> str:
        """Return what people call an item."""
        return self.named(self.visit.id, body)

    def named(self, id_: str, body: Body) -> str:
        """Return what people call the item of an id."""
        if not self.frame.has_composed_names:
            return self.frame.name_of(id_, body, lambda _path, other: other)
        with self.configuration.reading() as view:
            return self.frame.name_of(id_, body, ReferenceChoices(view, self.visit.principal).name)

    def item_values(self, stored: StoredDocument, type_: str = "") -> dict[str, Any]:
        """Return what the templates of pages about an item show; `type_` is that of an item that is of one."""
        frame, visit = self.frame, self.visit
        page = localized(frame.title)
        name = page if not self.is_list else self.name(stored.body)
        title = say("Add {item}", item=localized(frame.items.singular)) if visit.place is PageAddress.ADD else name
        variant = frame.variant(type_)
        values = self.values(title, localized(variant.name) if variant is not None else "")
        if not self.is_list:
            values["description"] = localized(frame.resource.text.description)
        values["trail"] = ((visit.address(), page),) if self.is_list else ()
        return {**values, "name": name, "is_new": visit.place is PageAddress.ADD, "is_list": self.is_list}

    def values(self, title: str, description: str) -> dict[str, Any]:
        """Return what every template shows."""
        return {
            "title": title,
            "description": description,
            "visit": self.visit,
            "frame": self.frame,
            "notice": self.visit.notice,
            "settings": self.visit.settings,
            "lacks_crypto_rights": self.lacks_crypto_rights,
        }

    def page(self, template: str, *arguments: Any, **values: Any) -> Response:
        """Return a page."""
        return self.pages.page(template, *arguments, **values)
