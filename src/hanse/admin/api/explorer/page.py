"""Renders the OpenAPI description as a page for people."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_FOLDER = Path(__file__).parent


def render_page(description: dict[str, Any]) -> str:
    """Return the page as HTML; `description` is an OpenAPI document."""
    environment = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
    schemas = description["components"]["schemas"]
    return environment.get_template("page.html").render(
        title=description["info"]["title"],
        version=description["info"]["version"],
        groups=sorted(_groups(description).items()),
        fields=lambda schema: _fields(schema, schemas),
    )


def _groups(description: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            groups[operation["tags"][0]].append({"path": path, "method": method.upper(), **operation})
    return groups


def _fields(schema: dict[str, Any], schemas: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a schema's table: its members' names, types, whether they are required, and their texts."""
    resolved = _resolve(schema, schemas)
    required = resolved.get("required", [])
    return [
        {
            "name": name,
            "type": _type_name(member),
            "required": name in required,
            "description": member.get("description", ""),
        }
        for name, member in resolved.get("properties", {}).items()
    ]


def _resolve(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schemas[name] if name else schema
    return found


def _type_name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_type_name(option) for option in schema["anyOf"] if option.get("type") != "null")
    if schema.get("type") == "array":
        return f"list of {_type_name(schema.get('items', {}))}"
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    return str(schema.get("type", "any"))
