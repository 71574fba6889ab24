"""The operations that describe the API; open to everyone, because the source code is as well."""

from collections.abc import Sequence
from functools import partial

from hanse.admin.api.explorer.style import stylesheet
from hanse.admin.api.openapi import describe
from hanse.config.declare.access import Area
from hanse.config.http.operation import API, Call, Operation, OperationResult

TITLE = "Hanse admin API"


def describing(operations: Sequence[Operation], version: str) -> list[Operation]:
    """Return the operations that describe the others, and themselves."""
    # The description does not change while the process runs, so it is made once, when it is first requested.
    made: dict[str, OperationResult] = {}

    def description(_call: Call) -> OperationResult:
        if "json" not in made:
            made["json"] = OperationResult(describe([*operations, *own], title=TITLE, version=version))
        return made["json"]

    def page(call: Call) -> OperationResult:
        if "page" not in made:
            described = description(call).body
            if not isinstance(described, dict):
                raise TypeError("the description is a JSON object")
            # Imported with the first request: the template engine would delay every start by a tenth of a second.
            from hanse.admin.api.explorer.page import render_page  # noqa: PLC0415 - see above.

            made["page"] = OperationResult(render_page(described))
        return made["page"]

    def style(_call: Call) -> OperationResult:
        return OperationResult(stylesheet())

    document = partial(
        Operation,
        area=Area.PUBLIC,
        tag="API description",
        answer={"type": "string"},
        in_transaction=False,
        is_document=True,
    )
    own = [
        document(
            path=f"{API}/openapi.json", summary="The OpenAPI description", run=description, answer={"type": "object"}
        ),
        document(path=f"{API}/api-docs", summary="This page", run=page, answer_type="text/html"),
        document(path=f"{API}/api-docs.css", summary="This page's style sheet", run=style, answer_type="text/css"),
    ]
    return own
