"""The operations by which the API describes itself; open to everyone, because the source is too."""

from collections.abc import Callable, Sequence

from hanse.admin.api.explorer.style import stylesheet
from hanse.admin.api.openapi import describe
from hanse.config.access import Area, Intent
from hanse.config.operation import API, Answer, Call, Operation

TITLE = "Hanse admin API"


def describing(operations: Sequence[Operation], version: str) -> list[Operation]:
    """Return the operations that describe the others, and themselves."""
    # What is rendered stays the same as long as the process lives, so it is made once, when first asked for.
    made: dict[str, Answer] = {}

    def description(_call: Call) -> Answer:
        if "json" not in made:
            made["json"] = Answer(describe([*operations, *own], title=TITLE, version=version))
        return made["json"]

    def page(call: Call) -> Answer:
        if "page" not in made:
            described = description(call).body
            if not isinstance(described, dict):
                raise TypeError("the description is a JSON object")
            # Imported when somebody first looks: the template engine would cost every start a tenth of a second.
            from hanse.admin.api.explorer.page import render_page  # noqa: PLC0415 - see above.

            made["page"] = Answer(render_page(described))
        return made["page"]

    def style(_call: Call) -> Answer:
        return Answer(stylesheet())

    own = [
        _operation("/openapi.json", "The OpenAPI description", description, "application/json"),
        _operation("/api-docs", "This page", page, "text/html"),
        _operation("/api-docs.css", "This page's style sheet", style, "text/css"),
    ]
    return own


def _operation(path: str, summary: str, run: Callable[[Call], Answer], answer_type: str) -> Operation:
    return Operation(
        method="GET",
        path=API + path,
        area=Area.PUBLIC,
        intent=Intent.READ,
        summary=summary,
        run=run,
        tag="API description",
        answer={"type": "object"} if answer_type == "application/json" else {"type": "string"},
        answer_type=answer_type,
        in_transaction=False,
        is_document=True,
    )
