"""The OpenAPI document that clients are generated from: valid OpenAPI 3.1, complete, and the same at every start."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from typer.testing import CliRunner

from hanse.cli.openapi import app

METHODS_WITH_BODIES = {"post", "put"}


def generate_document() -> Any:
    result = CliRunner().invoke(app)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def description() -> Any:
    return generate_document()


def operations(description: Any) -> list[tuple[str, str, Any]]:
    return [(path, method, each) for path, methods in description["paths"].items() for method, each in methods.items()]


def test_the_document_is_valid_openapi(description: Any) -> None:
    assert description["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(description).validate()


def test_the_document_is_the_same_on_every_run(description: Any) -> None:
    assert generate_document() == description


def test_every_schema_name_is_unique_and_every_reference_resolves(description: Any) -> None:
    schemas = description["components"]["schemas"]
    # One validator for all schemas: one for each of them would read the whole document each time.
    every = [{"$ref": f"#/components/schemas/{name}"} for name in schemas]
    jsonschema_rs.Draft202012Validator({"anyOf": every, "components": description["components"]})
    for name, schema in schemas.items():
        assert jsonschema_rs.meta.is_valid(schema), name
        assert "__" not in name, "two models have the same name"
    text = json.dumps(description)
    names = {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert names <= set(schemas)


def test_names_of_operations_are_unique_and_fit_any_language(description: Any) -> None:
    names = [each["operationId"] for _, _, each in operations(description)]
    assert len(names) == len(set(names))
    assert all(name.isidentifier() for name in names)


def test_every_failure_is_an_api_result(description: Any) -> None:
    for path, method, each in operations(description):
        failures = {status: answer for status, answer in each["responses"].items() if int(status) >= 400}
        assert {"400", "401", "403", "413", "503"} <= set(failures), (path, method)
        assert {"415", "422"} <= set(failures) or method not in METHODS_WITH_BODIES or "requestBody" not in each
        assert "404" in failures or "{" not in path
        for answer in failures.values():
            assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ApiResult"}


def test_every_encrypted_secret_has_a_field_for_its_clear_text(description: Any) -> None:
    for name, schema in description["components"]["schemas"].items():
        secrets = {f"encrypted{field[0].upper()}{field[1:]}" for field in ("password", "credential", "secretKey")}
        for sealed in secrets & set(schema.get("properties", {})):
            clear = sealed.removeprefix("encrypted")
            assert clear[0].lower() + clear[1:] in schema["properties"], name


def test_every_list_and_every_text_of_a_body_is_bounded(description: Any) -> None:
    schemas = description["components"]["schemas"]
    bodies = [(path, each["requestBody"]) for path, _, each in operations(description) if "requestBody" in each]
    found = [
        place
        for path, body in bodies
        for content in body["content"].values()
        for place in unbounded(content["schema"], path, schemas, set())
    ]
    assert bodies
    assert not found


# Keywords that bound the values of a type. A schema needs one keyword of each group.
BOUNDS = {
    "string": [{"maxLength", "enum", "const"}],
    "array": [{"maxItems"}],
    "integer": [{"maximum", "exclusiveMaximum", "enum", "const"}, {"minimum", "exclusiveMinimum", "enum", "const"}],
}


def unbounded(schema: Any, place: str, schemas: Any, seen: set[str]) -> Iterator[str]:
    """Yield the places of values without a bound. `seen` has the models that were already visited."""
    name = schema.get("$ref", "").removeprefix("#/components/schemas/")
    if name in seen:
        return
    if name:
        seen.add(name)
        yield from unbounded(schemas[name], name, schemas, seen)
    if not all(group & schema.keys() for group in BOUNDS.get(schema.get("type"), [])):
        yield place
    if isinstance(schema.get("additionalProperties"), dict) and "maxProperties" not in schema:
        yield f"{place}.*"
    for inner, below in parts(schema, place):
        yield from unbounded(inner, below, schemas, seen)


def parts(schema: Any, place: str) -> Iterator[tuple[Any, str]]:
    yield from ((each, place) for word in ("anyOf", "oneOf", "allOf") for each in schema.get(word, []))
    yield from ((each, f"{place}.{name}") for name, each in schema.get("properties", {}).items())
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield schema[word], f"{place}[]"
