"""The texts that the scripts of frame pages show (`console/src/frame/texts.ts`), in the language of the page."""

import json

from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized

# Names in braces are values that a script inserts.
TEXTS = {
    "unchanged": message("No changes yet."),
    "saving": message("Saving changes."),
    "over": message(
        "Your session has ended, and nothing was sent. Sign in again in another tab, then repeat this here."
    ),
    "away": message("The server is not responding, and nothing was sent. Your entries are still here."),
    "unanswered": message(
        "The server's response was lost, so the change may or may not have been made. Your entries are still here."
    ),
    "copied": message("Copied."),
    "noScopes": message("None is selected."),
    "scopeGroup": message("{name} (group)", name="{name}"),
    "moreScopes": message("… and {count} more", count="{count}"),
    "selectScopes": message("Select Scopes"),
    "viewScopes": message("View Scopes"),
}


def script_texts() -> str:
    """Return the texts as JSON."""
    return json.dumps({name: localized(text) for name, text in TEXTS.items()}, ensure_ascii=False)
