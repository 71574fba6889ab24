"""The guided creation of an item with what it needs: the form, the preview, and the result with secrets shown once."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Self

from starlette.responses import Response

from hanse.admin.frames.form.body_paths import element_id
from hanse.admin.frames.form.posted_body import change_rows, read, row_focus, without_blank_rows
from hanse.admin.frames.form.shown_sections import sections_of
from hanse.admin.frames.form.widget_values import FormFinding, note_errors
from hanse.admin.frames.pages.form_assistance import ROW_ACTIONS
from hanse.admin.frames.pages.form_filling import filler_of
from hanse.admin.frames.pages.page_context import PageContext
from hanse.config.declare.ui.guided import GuidedCreation
from hanse.config.declare.ui.model_form import blank
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import FieldError, HanseError, MalformedRequest, NotAllowed, NotFound, ValidationFailed
from hanse.kit.texts.translation import localized, say

Body = dict[str, Any]
REVIEW, CREATE = "review", "create"
_NEW = StoredDocument("", {}, 0)


@dataclass(frozen=True)
class GuidedPages:
    """Answers one request for the page."""

    context: PageContext
    guided: GuidedCreation

    @classmethod
    def of(cls, context: PageContext) -> Self:
        """Return the page. Raises NotFound and NotAllowed."""
        guided = context.frame.ui.guided
        if guided is None:
            raise NotFound("Page not found, or you do not have access to it.")
        if not context.may_add:
            raise NotAllowed("Your account cannot add anything here.")
        return cls(context, guided)

    def answer(self) -> Response:
        """Show the form, the preview or the result."""
        request, widgets = self.context.request, self.guided.widgets
        if request.posted is None:
            return self._page(blank(widgets), unsaved=False)
        what, target = request.action
        entered = read(widgets, request.posted, {})
        if what in ROW_ACTIONS:
            if not change_rows(widgets, entered, what, target):
                raise MalformedRequest("The form has no such rows.")
            return self._page(entered, focus=row_focus(entered, what, target))
        if what not in (REVIEW, CREATE):
            return self._page(entered)
        sent = without_blank_rows(widgets, entered, {})
        try:
            result = self.context.calls.create_guided(sent, is_preview=what == REVIEW)
        except ValidationFailed as error:
            return self._page(sent, error.errors, status=error.status, message=error.message)
        except HanseError as error:
            if error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
                raise
            return self._page(sent, (), status=error.status, message=error.message)
        return self._page(sent, preview=result) if what == REVIEW else self._result(result)

    def _page(
        self,
        body: Body,
        errors: Iterable[FieldError] | None = None,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        message: str = "",
        focus: str = "",
        preview: Body | None = None,
        unsaved: bool = True,
    ) -> Response:
        placed = None if errors is None else list(errors)
        with self.context.configuration.reading() as view:
            revealed = [*(each.field_path or "" for each in placed or ()), focus]
            filled = filler_of(self.context, _NEW, view, revealed).fill(self.guided.widgets, body)
        findings: list[FormFinding] = [] if placed is None else note_errors(filled, placed, message)
        return self._show(
            "guided.html",
            status,
            form=filled,
            sections=sections_of(self.guided.layout.sections, filled),
            findings=findings,
            preview=preview,
            focus=element_id(focus) if focus else "",
            unsaved=unsaved,
        )

    def _result(self, result: Body) -> Response:
        return self._show("guided_result.html", HTTPStatus.CREATED, result=result)

    def _show(self, template: str, status: HTTPStatus, **values: Any) -> Response:
        context = self.context
        shown = context.values(localized(self.guided.label), localized(self.guided.description))
        shown["trail"] = ((context.request.address(), localized(context.frame.title)),)
        return context.page(template, status, **shown, problem=say("Nothing was created"), **values)
