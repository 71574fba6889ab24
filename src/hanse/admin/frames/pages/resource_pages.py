"""The pages of a resource: the list, the choice of a type, the deletion. Pages with a form are in `form_pages`."""

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
from hanse.admin.frames.pages.guided_creation import GuidedPages
from hanse.admin.frames.pages.list_actions import perform_list_action, switched_off
from hanse.admin.frames.pages.list_page import ListPage, list_page
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.plugin_actions import answer_file
from hanse.admin.frames.pages.summary_page import SummaryPage
from hanse.admin.frames.policy_editor.node_mappings import node_group
from hanse.admin.frames.responses import FrameRenderer, redirect
from hanse.config.configuration import Configuration
from hanse.config.declare.ui.model_form import picker_at
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import Conflict, NotAllowed, NotFound, ValidationFailed
from hanse.kit.http.errors import JsonResponse
from hanse.kit.texts.translation import localized, say


class ResourcePages:
    """Answers one request for a page, on a worker thread."""

    def __init__(
        self,
        configuration: Configuration,
        pages: FrameRenderer,
        request: PageRequest,
        calls: ApiCalls,
        frames: Mapping[str, Frame],
    ) -> None:
        """`frames` are all frames, by the kind of their resource."""
        self._context = PageContext(configuration, pages, request, calls, frames)
        self._configuration = configuration
        self._request = request
        self._calls = calls
        self._frame = request.frame

    def answer(self) -> Response:  # noqa: PLR0911 - one for each kind of page.
        """Answer with the page that the address names."""
        page, posted, context = self._request.page, self._request.posted, self._context
        if page is PageAddress.CHOICES:
            return self._choices()
        if page is PageAddress.FILE:
            return answer_file(self._request, self._calls)
        if page is PageAddress.TOP and context.is_list:
            return self._list() if posted is None else perform_list_action(context)
        if page is not PageAddress.TOP and not context.is_list:
            raise NotFound("Page not found, or you do not have access to it.")
        if page is PageAddress.DELETE:
            return self._delete() if posted is not None else self._confirm()
        if page is PageAddress.START:
            return GuidedPages.of(context).answer()
        if page is PageAddress.ADD and not context.may_add:
            raise NotAllowed("Your account cannot add anything here.")
        stored = StoredDocument("", {}, 0) if page is PageAddress.ADD else self._calls.read()
        if self._needs_type(stored):
            return self._choose()
        forms = FormPages.of(context, stored)
        return (
            SummaryPage(context, forms.form, forms.stored).answer() if self._request.shows_summary else forms.answer()
        )

    def _needs_type(self, stored: StoredDocument) -> bool:
        if not self._frame.types or type_of(self._request, stored.body):
            return False
        return len(self._frame.form.adding) != 1 and (
            not self._frame.form.adding or self._request.page is PageAddress.ADD
        )

    def _list(self) -> Response:
        shown: ListPage = list_page(self._context)
        values = self._context.values(localized(self._frame.title), localized(self._frame.description))
        may_add = self._context.may_add
        if may_add and (shown.total or shown.is_narrowed):
            values["action"] = (
                self._request.address(PageAddress.ADD),
                say("Add {item}", item=localized(self._frame.items.singular)),
            )
        guided = self._frame.ui.guided
        if may_add and guided is not None:
            values["guided"] = (self._request.address(PageAddress.START), localized(guided.label))
        rights = {
            "may_add": may_add,
            "may_edit": self._request.may_change and self._calls.supports("PUT"),
            "may_delete": self._request.may_change and self._calls.supports("DELETE"),
        }
        off = switched_off(self._context)
        return self._context.page("list.html", **values, list=shown, off=off, **rights)

    def _choose(self) -> Response:
        """Show the page on which the type of a new item is chosen."""
        values = self._context.item_values(StoredDocument("", {}, 0))
        return self._context.page("choose.html", **values, types=self._frame.types)

    def _confirm(self, error: ValidationFailed | Conflict | None = None) -> Response:
        if not self._request.may_change or not self._calls.supports("DELETE"):
            raise NotAllowed("Your account cannot delete this.")
        stored = self._calls.read()
        values = self._context.item_values(stored)
        users = self._context.users()
        reasons: list[str] = []
        if isinstance(error, ValidationFailed):
            reasons = [localized(each.message) for each in error.errors] or [localized(error.message)]
        values |= {
            "title": say("{name} cannot be deleted", name=values["name"])
            if users or reasons
            else say("Delete {name}?", name=values["name"]),
            "users": users,
            "reasons": [] if users else reasons,
            "is_changed": isinstance(error, Conflict),
            "revision": stored.revision,
        }
        status = HTTPStatus.OK if error is None else error.status
        return self._context.page("delete.html", status, **values)

    def _delete(self) -> Response:
        name = self._context.name(self._calls.read().body)
        try:
            self._calls.delete()
        except (ValidationFailed, Conflict) as error:
            return self._confirm(error)
        return redirect(self._request.address(), say("{name} was deleted.", name=name))

    def _choices(self) -> Response:
        """Answer what a picker offers."""
        with self._configuration.reading() as view:
            form = form_for(self._request, view, {})
            # The pages of a policy's nodes have a form of their own.
            nodes = (node_group(MappingPart(writes_expressions=False)),) if self._frame.form.tree else ()
            widget = picker_at((*form.widgets, *nodes), self._request.query.get("field", ""))
            if widget is None:
                raise NotFound("The form has no such field.")
            found = ReferenceChoices(view, self._request.principal)(widget, self._request.query.get("q", ""), "")
        if found is None:
            raise NotFound("No items to choose from yet.")
        return JsonResponse(
            {
                "items": [{"value": each.value, "label": each.label} for each in found.options],
                "hasMore": found.has_more,
            }
        )
