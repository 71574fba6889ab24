"""Renders the OpenAPI description as a page for people."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

_FOLDER = Path(__file__).parent
_NOT_IN_ANCHORS = re.compile(r"[^a-z0-9]+")
_PROOFS = {"bearer": "bearer token", "basic": "HTTP Basic", "session": "session cookie", "setup": "set-up"}
Schema = dict[str, Any]


def render_page(description: dict[str, Any]) -> str:
    """Return the page as HTML; `description` is an OpenAPI document."""
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html").render(
        title=description["info"]["title"],
        version=description["info"]["version"],
        groups=_groups(description),
        models=[_model(name, schema) for name, schema in sorted(description["components"]["schemas"].items())],
        type=_type,
    )


def stylesheet() -> str:
    """Return the page's style sheet."""
    return (_FOLDER / "page.css").read_text("utf-8")


def _groups(description: dict[str, Any]) -> list[dict[str, Any]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            accepts = [_PROOFS[name] for alternative in operation["security"] for name in alternative]
            groups[operation["tags"][0]].append(
                {**operation, "path": path, "method": method.upper(), "accepts": accepts}
            )
    return [
        {"tag": tag, "anchor": f"area-{_anchor(tag)}", "operations": operations}
        for tag, operations in sorted(groups.items())
    ]


def _anchor(text: str) -> str:
    return _NOT_IN_ANCHORS.sub("-", text.lower()).strip("-")


def _model(name: str, schema: Schema) -> dict[str, Any]:
    required = schema.get("required", [])
    return {
        "name": name,
        "description": schema.get("description", ""),
        "choices": schema.get("enum", []),
        "fields": [
            {"name": field, "schema": member, "required": field in required}
            for field, member in schema.get("properties", {}).items()
        ],
    }


def _type(schema: Schema) -> Markup:
    """Return the name of a schema, with a link if it is a model."""
    if "$ref" in schema:
        return Markup('<a href="#model-{0}">{0}</a>').format(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return Markup(" or ").join(_type(option) for option in schema["anyOf"] if option.get("type") != "null")
    if schema.get("type") == "array":
        return Markup("list of {}").format(_type(schema.get("items", {})))
    if "enum" in schema:
        return Markup(" | ").join(str(value) for value in schema["enum"])
    return Markup("{}").format(schema.get("type", "any"))
