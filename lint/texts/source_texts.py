"""The texts in code and templates: arguments of `message`, `say` and `t`, and the messages of errors of the API."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, nodes

SOURCES = Path(__file__).parents[2] / "src/hanse"
# Functions whose first argument is a text, and those that take a singular and a plural.
ONE = frozenset({"message", "say"})
TWO = frozenset({"counted", "say_counted"})
# Errors whose messages the console shows.
ERRORS = frozenset(
    {
        "Conflict",
        "ExternalFailure",
        "ExternalRefusal",
        "FieldError",
        "FormFinding",
        "HanseError",
        "MalformedRequest",
        "MethodNotAllowed",
        "NotAllowed",
        "NotAuthenticated",
        "NotFound",
        "PayloadTooLarge",
        "TooManyAttempts",
        "Unavailable",
        "UnsupportedMediaType",
        "ValidationFailed",
    }
)
# Closed lists of values with labels (`kit/texts/labels.py`).
LABELED = "Labeled"
# Labels of widgets that the frame pages' own code creates.
SHOWN = frozenset({"label", "help", "nothing"})
# The engine has catalogs of its own (`engine/signin/pages`), and administrators do not see the texts of the demo.
EXCLUDED = ("engine/", "demo/")
# Modules whose sentences the console does not show. They are texts of the command line, start-up errors, the
# description of the API, and checks for plug-in developers, all of them in English.
ENGLISH = (
    *EXCLUDED,
    "admin/api/openapi.py",
    "admin/docs_site/",
    "admin/password_reset.py",
    "app/",
    "cli/",
    "cluster/replication/",
    "config/http/embedded_collections.py",
    "config/secrets/keyring.py",
    "config/secrets/masterkey.py",
    "config/migrate.py",
    "config/store/",
    "crypto/",
    "kit/http/",
    "kit/option_values.py",
    "kit/option_loading.py",
    "kit/options.py",
    "ops/backup/",
    "ops/cloud/regions.py",
    "ops/license/cli.py",
    "ops/license/files.py",
    "ops/license/issuing.py",
    "ops/license/options.py",
    "ops/license/parsing.py",
    "ops/license/trust.py",
    "ops/logging/",
    "ops/metrics.py",
    "ops/support_data/content/",
    "plugins/conformance/",
    # Reasons for which messages of partners are refused, for the log.
    "saml/",
)
# Calls and arguments that describe the API or the command line.
_ENGLISH_CALLS = frozenset({"QueryParameter", "Operation", "EndpointDescription", "Option", "Argument", "Typer"})
_ENGLISH_ARGUMENTS = frozenset({"summary", "metavar", "description", "help", "title", "hint"})
_MARKING = ONE | TWO | frozenset({"Message"})
# Arguments that are labels and titles, and methods that derive a text from another.
LABELS = frozenset({"title", "label", "singular", "plural", "heading"})
_OF_TEXTS = frozenset({"capitalize", "format", "join", "lower", "replace", "title"})
# One or more whole sentences. In an f-string, each value is replaced by a NUL.
_SENTENCE = re.compile(r"(?!.*\\)[A-Z{'“\x00][^\n]*\s[^\n]*[.?…!]")

# A text, its plural if it has one, and its place.
Found = Iterator[tuple[str, str, str]]


def written_texts() -> Found:
    """Yield the texts of all sources."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if not name.startswith(EXCLUDED):
            yield from texts_of_module(ast.parse(path.read_text("utf-8")), name)
        if not name.startswith(ENGLISH):
            found = sentences(ast.parse(path.read_text("utf-8")))
            yield from ((text, "", name) for _line, text in found if "\0" not in text)
    for path in sorted((SOURCES / "admin/frames/templates").glob("*.html")):
        yield from texts_of_template(path.read_text("utf-8"), path.name)


def unmarked_values() -> Iterator[str]:
    """Yield the places of unmarked sentences with values, which cannot be translated."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if not name.startswith(ENGLISH):
            found = sentences(ast.parse(path.read_text("utf-8")))
            yield from (f"{name}:{line}: {text.replace(chr(0), '…')}" for line, text in found if "\0" in text)


def computed_labels() -> Iterator[str]:
    """Yield the places of labels and titles that are computed from parts, which no catalog can contain."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if not name.startswith(ENGLISH) else ():
            yield from (f"{name}:{each.value.lineno}" for each in getattr(node, "keywords", ()) if _is_computed(each))


def _is_computed(argument: ast.keyword) -> bool:
    parts = (ast.JoinedStr, ast.BinOp)
    # True for a call of `message`, or of a method of a text such as `capitalize`.
    is_method = isinstance(argument.value, ast.Call) and isinstance(argument.value.func, ast.Attribute)
    is_of_text = is_method and argument.value.func.attr in _OF_TEXTS  # type: ignore[attr-defined]  # `is_method` is true here.
    return argument.arg in LABELS and (isinstance(argument.value, parts) or is_of_text)


def texts_of_module(tree: ast.AST, place: str) -> Found:
    """Yield the texts of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from ((label, "", f"{node.name}.{value}") for value, label in _labels(node))
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in TWO and len(node.args) > 1:
                one, several = ([*_constants(each)] for each in node.args[:2])
                yield from ((text, form, place) for text, form in zip(one, several, strict=True))
            elif (name in ONE or name in ERRORS) and node.args:
                yield from ((text, "", place) for text in _constants(node.args[0]))
            if place.startswith("admin/frames"):
                shown = (each.value for each in node.keywords if each.arg in SHOWN)
                yield from ((text, "", place) for value in shown for text in _constants(value))


def sentences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the unmarked sentences of a module with their lines. Values in them are replaced by NUL.

    A sentence without values is translated like a marked one, wherever it is shown. A sentence with values can only be
    translated if it is a `message`.
    """
    match tree:
        case ast.Constant(value=str() as text) if _SENTENCE.fullmatch(text):
            yield tree.lineno, text
        case ast.JoinedStr(values=parts):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in parts)
            if _SENTENCE.fullmatch(text):
                yield tree.lineno, text
        case ast.Expr(value=ast.Constant()):
            # A docstring.
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            arguments = [each.value for each in tree.keywords if each.arg not in _ENGLISH_ARGUMENTS]
            arguments += [] if name in _MARKING else tree.args
            for argument in () if name in _ENGLISH_CALLS else arguments:
                yield from sentences(argument)
        case _:
            for each in ast.iter_child_nodes(tree):
                yield from sentences(each)


def _labels(values: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the values of a `Labeled` with their labels. A label that equals its value is a name and not translated."""
    if any(isinstance(base, ast.Name) and base.id == LABELED for base in values.bases):
        for each in values.body:
            if isinstance(each, ast.Assign):
                value, label = ast.literal_eval(each.value)
                if value != label:
                    yield value, label


def _constants(node: ast.expr) -> Iterator[str]:
    """Yield the possible texts of an expression: a constant, or a choice between several."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def texts_of_template(source: str, place: str) -> Found:
    """Yield the texts of a template."""
    for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        texts = [each.value for each in call.args if isinstance(each, nodes.Const) and isinstance(each.value, str)]
        if name == "t" and texts:
            yield texts[0], "", place
        elif name == "counted" and len(texts) > 1:
            yield texts[0], texts[1], place
