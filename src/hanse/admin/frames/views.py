"""The pages of one visit: list, form, conflict and deletion."""

from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from hanse.admin.frames.answers import Pages, redirect
from hanse.admin.frames.calls import Calls
from hanse.admin.frames.choosing import Chooser, name_of
from hanse.admin.frames.filling import Filler, Finding, Shown, differences, note_errors
from hanse.admin.frames.listing import ListPage, list_page
from hanse.admin.frames.paths import above, element_id, find, join
from hanse.admin.frames.reading import change_rows, read, without_blank_rows
from hanse.admin.frames.visit import Place, Visit
from hanse.admin.frames.widgets import blank, picker_at
from hanse.config.configuration import Configuration
from hanse.config.listing import Stored
from hanse.kit.errors import Conflict, FieldError, HanseError, MalformedRequest, NotAllowed, NotFound, ValidationFailed
from hanse.kit.http.errors import JsonResponse

SAVED = "Settings saved."
Body = dict[str, Any]


class Views:
    """Answers one visit; on a worker thread."""

    def __init__(self, configuration: Configuration, pages: Pages, visit: Visit, calls: Calls) -> None:
        self._configuration = configuration
        self._pages = pages
        self._visit = visit
        self._calls = calls
        self._frame = visit.frame
        self._is_list = not visit.frame.resource.is_singleton

    def answer(self) -> Response:
        """Answer by the place that is asked for."""
        place, posted = self._visit.place, self._visit.posted
        if place is Place.CHOICES:
            return self._choices()
        if place is Place.TOP and self._is_list:
            if posted is not None:
                raise MalformedRequest("A list takes no form.")
            return self._list()
        if place is not Place.TOP and not self._is_list:
            raise NotFound("There is nothing at this address.")
        if place is Place.DELETE:
            return self._delete() if posted is not None else self._confirm()
        if place is Place.ADD and not self._may_add:
            raise NotAllowed("Your account cannot add anything here.")
        stored = Stored("", blank(self._frame.widgets), 0) if place is Place.ADD else self._calls.read()
        return self._form(stored) if posted is None else self._post(stored)

    @property
    def _may_add(self) -> bool:
        return self._visit.may_change and self._calls.has("POST")

    # The list

    def _list(self) -> Response:
        shown: ListPage = list_page(self._visit, self._calls)
        values = self._common(self._frame.title, self._frame.resource.description)
        if self._may_add and shown.total + len(shown.search):
            values["action"] = self._visit.address(Place.ADD), f"Add {self._frame.singular}"
        may_delete = self._visit.may_change and self._calls.has("DELETE")
        return self._pages.page("list.html", **values, list=shown, may_add=self._may_add, may_delete=may_delete)

    # The form

    def _form(
        self,
        stored: Stored,
        body: Body | None = None,
        errors: tuple[FieldError, ...] | None = None,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        focus: str = "",
        message: str = "",
    ) -> Response:
        """Show what is stored, or what somebody has entered of it (`body`) with what is wrong."""
        filled = self._filled(stored.body if body is None else body)
        findings: list[Finding] = [] if errors is None else note_errors(filled, errors, message)
        values = self._item_values(stored)
        return self._pages.page(
            "form.html",
            status,
            **values,
            form=filled,
            findings=findings,
            revision=self._visit.field("_revision") if body is not None else str(stored.revision),
            unsaved=body is not None,
            focus=element_id(focus) if focus else "",
        )

    def _filled(self, body: Body) -> list[Shown]:
        with self._configuration.reading() as view:
            chooser = Chooser(view, self._visit.principal)
            filler = Filler(chooser, self._visit.searches, is_new=self._visit.place is Place.ADD)
            return filler.fill(self._frame.widgets, body)

    def _post(self, stored: Stored) -> Response:
        visit, widgets = self._visit, self._frame.widgets
        if not visit.may_change:
            raise NotAllowed("You can look at this and change nothing.")
        entered = read(widgets, visit.posted or {}, stored.body if visit.place is not Place.ADD else {})
        what, place = visit.action
        if what in ("add", "remove", "up", "down"):
            if not change_rows(widgets, entered, what, place):
                raise MalformedRequest("The form has no such rows.")
            return self._form(stored, entered, focus=_newest(entered, place) if what == "add" else above(place))
        if what in ("search", "edit"):
            return self._form(stored, entered, focus=place)
        body = without_blank_rows(widgets, entered)
        try:
            saved = self._calls.create(body) if visit.place is Place.ADD else self._calls.replace(body)
        except ValidationFailed as error:
            return self._form(stored, body, error.errors, status=error.status, message=error.message)
        except Conflict as error:
            return self._conflict(error, stored, body)
        except HanseError as error:
            if error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
                raise
            return self._form(stored, body, (), status=error.status, message=error.message)
        return redirect(visit.address(), f"{self._name(saved)} was saved." if self._is_list else SAVED)

    def _conflict(self, error: Conflict, stored: Stored, body: Body) -> Response:
        """Show both sides; what was entered goes along, so that it can be saved over what is stored or edited on."""
        mine, theirs = self._filled(body), self._filled(error.current or {})
        kept = [(name, value) for name, values in (self._visit.posted or {}).items() for value in values]
        return self._pages.page(
            "conflict.html",
            error.status,
            **self._item_values(stored),
            differences=list(differences(mine, theirs)),
            posted=[pair for pair in kept if pair[0] not in ("_token", "_do")],
            revision=error.revision or 0,
        )

    # Deletion

    def _confirm(self, error: ValidationFailed | None = None) -> Response:
        if not self._visit.may_change or not self._calls.has("DELETE"):
            raise NotAllowed("Your account cannot delete this.")
        stored = self._calls.read()
        values = self._item_values(stored)
        users = self._calls.used_by()
        values |= {
            "title": f"{values['name']} cannot be deleted" if users or error else f"Delete {values['name']}?",
            "users": list(dict.fromkeys((each["type"], each.get("name", each["id"])) for each in users)),
            "reasons": [] if error is None or users else [each.message for each in error.errors] or [error.message],
            "revision": stored.revision,
        }
        status = HTTPStatus.OK if error is None else error.status
        return self._pages.page("delete.html", status, **values)

    def _delete(self) -> Response:
        name = self._name(self._calls.read().body)
        try:
            self._calls.delete()
        except ValidationFailed as error:
            return self._confirm(error)
        return redirect(self._visit.address(), f"{name} was deleted.")

    # What a picker offers

    def _choices(self) -> Response:
        widget = picker_at(self._frame.widgets, self._visit.query.get("field", ""))
        if widget is None:
            raise NotFound("The form has no such field.")
        with self._configuration.reading() as view:
            found = Chooser(view, self._visit.principal)(widget.target, self._visit.query.get("q", ""), "")
        return JsonResponse(
            {
                "items": [{"value": each.value, "label": each.label} for each in found.options],
                "hasMore": found.has_more,
            }
        )

    def _name(self, body: Body) -> str:
        return name_of(self._frame.resource, self._visit.id, body)

    def _item_values(self, stored: Stored) -> dict[str, Any]:
        frame, visit = self._frame, self._visit
        name = frame.title if not self._is_list else self._name(stored.body)
        title = f"Add {frame.singular}" if visit.place is Place.ADD else name
        values = self._common(title, "" if self._is_list else frame.resource.description)
        values["trail"] = ((visit.address(), frame.title),) if self._is_list else ()
        return {**values, "name": name, "is_new": visit.place is Place.ADD, "is_list": self._is_list}

    def _common(self, title: str, description: str) -> dict[str, Any]:
        visit = self._visit
        return {
            "title": title,
            "description": description,
            "visit": visit,
            "frame": self._frame,
            "notice": visit.notice,
        }


def _newest(body: Body, place: str) -> str:
    """Return the place of the row that was added last."""
    rows = find(body, place)
    return join(place, len(rows) - 1)
