"""The conflict of a form with a save by another administrator, as the page of the form shows it."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from hanse.admin.frames.form.body_paths import merged
from hanse.admin.frames.form.form_differences import FieldDifference, differences
from hanse.admin.frames.form.widget_values import FormFiller
from hanse.admin.frames.pages.page_form import PageForm
from hanse.config.declare.ui.model_form import blank
from hanse.kit.errors import Conflict
from hanse.kit.texts.translation import say


@dataclass(frozen=True)
class FormConflict:
    """Both sides of a conflict. The form below it still has the revision that it was made of.

    So the next save is refused again, unless the administrator chooses to overwrite the revision that was shown.
    """

    revision: int
    differences: tuple[FieldDifference, ...]

    @property
    def as_json(self) -> str:
        """The differences for the dialog that the console shows around the frame."""
        return json.dumps({"differences": [asdict(each) for each in self.differences]}, ensure_ascii=False)


def conflict_of(form: PageForm, filler: FormFiller, error: Conflict, entered: dict[str, Any]) -> FormConflict:
    """Return what differs between the form as it was entered and the version that is stored now.

    A field that does not apply is not posted, and a save gives it its default: that is no difference.
    """
    defaults = blank(form.widgets)
    mine = filler.fill(form.widgets, merged(defaults, entered))
    theirs = filler.fill(form.widgets, merged(defaults, form.to_form(error.current or {})))
    found = (
        FieldDifference(each.label, each.mine or say("(empty)"), each.theirs or say("(empty)"))
        for each in differences(mine, theirs)
    )
    return FormConflict(error.revision or 0, tuple(found))
