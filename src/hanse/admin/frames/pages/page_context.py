"""The common context of the pages that can answer one request."""

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
    """One request, and the values that every page shows."""

    def __init__(
        self,
        configuration: Configuration,
        pages: FrameRenderer,
        request: PageRequest,
        calls: ApiCalls,
        frames: Mapping[str, Frame],
    ) -> None:
        """`frames` are all frames, by the kind of their resource."""
        self.configuration = configuration
        self.pages = pages
        self.request = request
        self.calls = calls
        self._frames = frames
        self.frame = request.frame
        self.is_list = not request.frame.resource.is_singleton

    @property
    def may_add(self) -> bool:
        """Return whether the caller can add an item."""
        return self.request.may_change and self.calls.supports("POST")

    @property
    def lacks_crypto_rights(self) -> bool:
        """Return whether the caller can read keys and certificates, but neither manages them nor is an auditor."""
        area, principal = self.frame.resource.area, self.request.principal
        return area is Area.KEYS and not principal.auditor and not is_allowed(principal, area, Intent.WRITE)

    @property
    def shows_users(self) -> bool:
        """Return whether the page lists the users of the item. Only pages of items that cannot be changed do."""
        return bool(self.frame.form.adding) and self.request.page is PageAddress.EDIT

    def users(self) -> list[tuple[str, str, str]]:
        """Return what uses the item: the type, the name and the page of each.

        A setting that only has the item as its default does not keep it from being deleted, and is left out.
        """
        found = [each for each in self.calls.used_by() if not each.get("released")]
        return list(dict.fromkeys((localized(each["type"]), *self._user(each)) for each in found))

    def _user(self, user: Mapping[str, str]) -> tuple[str, str]:
        """Return the display name of a document that uses the item, and its page if the caller may read it."""
        resource, id_ = self.configuration.registry.by_kind(user["kind"]), user["id"]
        if not is_allowed(self.request.principal, resource.area, Intent.READ):
            return id_, ""
        name, frame = user.get("name", id_), self._frames.get(resource.kind)
        if frame is not None and frame.has_composed_names:
            with self.configuration.reading() as view:
                name = frame.name_of(
                    id_, view.get(resource, id_).body, ReferenceChoices(view, self.request.principal).name
                )
        return name, resource.page_of(id_) or ""

    def name(self, body: Body) -> str:
        """Return the display name of the item of the page."""
        return self.named(self.request.id, body)

    def named(self, id_: str, body: Body) -> str:
        """Return the display name of the item with an ID."""
        if not self.frame.has_composed_names:
            return self.frame.name_of(id_, body, lambda _path, other: other)
        with self.configuration.reading() as view:
            return self.frame.name_of(id_, body, ReferenceChoices(view, self.request.principal).name)

    def item_values(self, stored: StoredDocument, type_: str = "") -> dict[str, Any]:
        """Return what the templates of pages about an item show; `type_` is that of an item that is of one."""
        frame, request = self.frame, self.request
        page = localized(frame.title)
        name = page if not self.is_list else self.name(stored.body)
        title = say("Add {item}", item=localized(frame.items.singular)) if request.page is PageAddress.ADD else name
        variant = frame.variant(type_)
        values = self.values(title, localized(variant.name) if variant is not None else "")
        if not self.is_list:
            values["description"] = localized(frame.description)
        values["trail"] = ((request.address(), page),) if self.is_list else ()
        return {**values, "name": name, "is_new": request.page is PageAddress.ADD, "is_list": self.is_list}

    def values(self, title: str, description: str) -> dict[str, Any]:
        """Return what every template shows."""
        return {
            "title": title,
            "description": description,
            "request": self.request,
            "frame": self.frame,
            "notice": self.request.notice,
            "settings": self.request.settings,
            "lacks_crypto_rights": self.lacks_crypto_rights,
        }

    def page(self, template: str, *arguments: Any, **values: Any) -> Response:
        """Return a page."""
        return self.pages.page(template, *arguments, **values)
