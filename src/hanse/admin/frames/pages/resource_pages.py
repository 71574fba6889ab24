"""The pages of one visit: list, choice of a type, deletion; those with a form are in `form_pages`."""

from collections.abc import Mapping
from http import HTTPStatus

from starlette.responses import Response

from hanse.admin.frames.api_calls import ApiCalls
from hanse.admin.frames.form.mapping import MappingPart
from hanse.admin.frames.form.reference_choices import ReferenceChoices
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.page_request import PageAddress, PageRequest
from hanse.admin.frames.pages.form_pages import FormPages
from hanse.admin.frames.pages.forms import form_for, type_of
from hanse.admin.frames.pages.list_actions import perform_list_action, warning_of
from hanse.admin.frames.pages.list_page import ListPage, list_page
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.plugin_actions import answer_file
from hanse.admin.frames.policy_editor.node_mappings import node_group
from hanse.admin.frames.responses import FrameRenderer, redirect
from hanse.config.configuration import Configuration
from hanse.config.declare.ui.model_form import picker_at
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import NotAllowed, NotFound, ValidationFailed
from hanse.kit.http.errors import JsonResponse
from hanse.kit.texts.translation import localized, say


class ResourcePages:
    """Answers one visit; on a worker thread."""

    def __init__(
        self,
        configuration: Configuration,
        pages: FrameRenderer,
        visit: PageRequest,
        calls: ApiCalls,
        frames: Mapping[str, Frame],
    ) -> None:
        """`frames` are all that there are, by the kind of what they show."""
        self._scene = PageContext(configuration, pages, visit, calls, frames)
        self._configuration = configuration
        self._visit = visit
        self._calls = calls
        self._frame = visit.frame

    def answer(self) -> Response:
        """Answer by the place that is asked for."""
        place, posted, scene = self._visit.place, self._visit.posted, self._scene
        if place is PageAddress.CHOICES:
            return self._choices()
        if place is PageAddress.FILE:
            return answer_file(self._visit, self._calls)
        if place is PageAddress.TOP and scene.is_list:
            return self._list() if posted is None else perform_list_action(scene)
        if place is not PageAddress.TOP and not scene.is_list:
            raise NotFound("Page not found, or you do not have access to it.")
        if place is PageAddress.DELETE:
            return self._delete() if posted is not None else self._confirm()
        if place is PageAddress.ADD and not scene.may_add:
            raise NotAllowed("Your account cannot add anything here.")
        stored = StoredDocument("", {}, 0) if place is PageAddress.ADD else self._calls.read()
        if self._chooses(stored):
            return self._choose()
        return FormPages.of(scene, stored).answer()

    def _chooses(self, stored: StoredDocument) -> bool:
        if not self._frame.types or type_of(self._visit, stored.body):
            return False
        return len(self._frame.form.adding) != 1 and (
            not self._frame.form.adding or self._visit.place is PageAddress.ADD
        )

    def _list(self) -> Response:
        shown: ListPage = list_page(self._scene)
        values = self._scene.values(localized(self._frame.title), localized(self._frame.resource.text.description))
        may_add = self._scene.may_add
        if may_add and shown.total + len(shown.search):
            values["action"] = (
                self._visit.address(PageAddress.ADD),
                say("Add {item}", item=localized(self._frame.items.singular)),
            )
        may_delete = self._visit.may_change and self._calls.has("DELETE")
        off = warning_of(self._scene)
        return self._scene.page("list.html", **values, list=shown, off=off, may_add=may_add, may_delete=may_delete)

    def _choose(self) -> Response:
        """Show the page on which the type of a new item is chosen."""
        values = self._scene.item_values(StoredDocument("", {}, 0))
        return self._scene.page("choose.html", **values, types=self._frame.types)

    def _confirm(self, error: ValidationFailed | None = None) -> Response:
        if not self._visit.may_change or not self._calls.has("DELETE"):
            raise NotAllowed("Your account cannot delete this.")
        stored = self._calls.read()
        values = self._scene.item_values(stored)
        users = self._scene.users()
        values |= {
            "title": say("{name} cannot be deleted", name=values["name"])
            if users or error
            else say("Delete {name}?", name=values["name"]),
            "users": users,
            "reasons": []
            if error is None or users
            else [localized(each.message) for each in error.errors] or [localized(error.message)],
            "revision": stored.revision,
        }
        status = HTTPStatus.OK if error is None else error.status
        return self._scene.page("delete.html", status, **values)

    def _delete(self) -> Response:
        name = self._scene.name(self._calls.read().body)
        try:
            self._calls.delete()
        except ValidationFailed as error:
            return self._confirm(error)
        return redirect(self._visit.address(), say("{name} was deleted.", name=name))

    def _choices(self) -> Response:
        """Answer what a picker offers."""
        with self._configuration.reading() as view:
            form = form_for(self._visit, view, {})
            # The pages of a policy's nodes have a form of their own.
            nodes = (node_group(MappingPart(writes_expressions=False)),) if self._frame.form.tree else ()
            widget = picker_at((*form.widgets, *nodes), self._visit.query.get("field", ""))
            if widget is None:
                raise NotFound("The form has no such field.")
            found = ReferenceChoices(view, self._visit.principal)(widget, self._visit.query.get("q", ""), "")
        if found is None:
            raise NotFound("No items to choose from yet.")
        return JsonResponse(
            {
                "items": [{"value": each.value, "label": each.label} for each in found.options],
                "hasMore": found.has_more,
            }
        )
