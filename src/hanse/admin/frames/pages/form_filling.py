"""Fills the form of a page with values: choices of pickers, trees, times."""

from collections.abc import Sequence

from hanse.admin.frames.form.body_paths import find
from hanse.admin.frames.form.reference_choices import ReferenceChoices
from hanse.admin.frames.form.widget_values import FormFiller
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.policy_editor.collapsed_nodes import SEEN
from hanse.admin.frames.policy_editor.tree_changes import TREE
from hanse.admin.frames.policy_editor.tree_view import TreeFiller
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView


def filler_of(
    context: PageContext, stored: StoredDocument, view: TransactionView, revealed: Sequence[str] | None = None
) -> FormFiller:
    """Return the filler of a form. Trees are collapsed only on pages, which pass `revealed`."""
    request = context.request
    moments = context.frame.form.layout.made
    since = {path: str(find(stored.body, name) or "") for path, name in moments.items()}
    trees = TreeFiller(
        view,
        request.searches.get(TREE, ""),
        expanded_path=request.action[1] if request.action[0] == "edit" else "",
        revealed=tuple(revealed or ()),
        toggles=request.query.get(SEEN, "") if request.posted is None else "",
        is_whole=revealed is None,
    )
    chooser = ReferenceChoices(view, request.principal)
    return FormFiller(
        chooser,
        request.searches,
        is_new=request.page is PageAddress.ADD,
        since=since,
        complete_tree=trees.fill,
        groups_among=chooser.scope_groups,
        moments=context.pages.moments,
    )
