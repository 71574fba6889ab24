"""The page on which an administrator sees what somebody else has saved meanwhile."""

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
    scene: PageContext,
    stored: StoredDocument,
    form: PageForm,
    filler: FormFiller,
    error: Conflict,
    body: dict[str, Any],
) -> Response:
    """Show both sides; what was entered goes along, so that it can be saved over what is stored or edited on."""
    mine = filler.fill(form.widgets, body)
    theirs = filler.fill(form.widgets, form.opened(error.current or {}))
    kept = [(name, value) for name, values in (scene.visit.posted or {}).items() for value in values]
    return scene.page(
        "conflict.html",
        error.status,
        **scene.item_values(stored),
        differences=list(differences(mine, theirs)),
        posted=[pair for pair in kept if pair[0] not in ("_token", "_do")],
        revision=error.revision or 0,
        unsaved=True,
    )
