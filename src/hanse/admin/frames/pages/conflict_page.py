"""The page that shows both sides of a conflict with another administrator."""

from typing import Any

from starlette.responses import Response

from hanse.admin.frames.form.form_differences import differences
from hanse.admin.frames.form.widget_values import FormFiller
from hanse.admin.frames.pages.forms import PageForm
from hanse.admin.frames.pages.page_context import PageContext
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import Conflict

Body = dict[str, Any]


def conflict_page(
    context: PageContext,
    stored: StoredDocument,
    form: PageForm,
    filler: FormFiller,
    error: Conflict,
    body: dict[str, Any],
) -> Response:
    """Show both sides. Hidden fields contain what was entered, to continue editing or to overwrite."""
    mine = filler.fill(form.widgets, body)
    theirs = filler.fill(form.widgets, form.to_form(error.current or {}))
    kept = [(name, value) for name, values in (context.request.posted or {}).items() for value in values]
    return context.page(
        "conflict.html",
        error.status,
        **context.item_values(stored),
        differences=list(differences(mine, theirs)),
        posted=[pair for pair in kept if pair[0] not in ("_token", "_do")],
        revision=error.revision or 0,
        unsaved=True,
    )
