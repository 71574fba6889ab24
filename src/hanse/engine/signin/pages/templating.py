"""Jinja templates: those of this package, their replacements, and those of plug-ins."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import structlog
from jinja2 import (
    ChoiceLoader,
    FileSystemLoader,
    FunctionLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment

LOG = structlog.stdlib.get_logger("hanse.signin")
_SHIPPED: Final = Path(__file__).parent / "templates"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,255}")
_WEB: Final = re.compile(r"https?://[^\s\"<>\\]{1,8190}")
_HTTPS: Final = re.compile(r"https://[^\s\"'<>\\]{1,2040}")


class Templates:
    """Renders templates by name. Safe to share between threads."""

    def __init__(self, folder: Path | None, of_plugins: Callable[[], Sequence[Path]]) -> None:
        """`folder` has templates that replace the shipped ones; `of_plugins` returns the folders of plug-ins."""
        self._shipped = _environment(of_plugins, _SHIPPED)
        self._replaced = None if folder is None else _environment(of_plugins, folder, _SHIPPED)

    def render(self, templates: Iterable[str], context: Mapping[str, Any]) -> str:
        """Return the first of some templates that exists, rendered."""
        names = [each for each in templates if each and _NAME.fullmatch(each)]
        if self._replaced is not None:
            try:
                return _first(self._replaced, names).render(context)
            except TemplateNotFound:
                LOG.error("page template not found", templates=names)  # noqa: TRY400 - the names say all.
            except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
                # An error in a replaced template must not prevent people from signing in.
                LOG.error(  # noqa: TRY400 - a traceback could show what a user entered.
                    "page template not usable, the shipped one is shown", templates=names, reason=type(error).__name__
                )
        return _first(self._shipped, names).render(context)


def _first(environment: ImmutableSandboxedEnvironment, names: Sequence[str]) -> Template:
    return environment.select_template(names or ["-"])


def _environment(of_plugins: Callable[[], Sequence[Path]], *folders: Path) -> ImmutableSandboxedEnvironment:
    late = cache(lambda: FileSystemLoader(of_plugins()))
    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader(
            [FileSystemLoader(folders), FunctionLoader(lambda name: late().get_source(environment, name))]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["https"] = _https
    environment.filters["web"] = _web
    return environment


def _https(address: object) -> str:
    """Return an address with the scheme https; an empty string for any other."""
    text = str(address)
    return text if _HTTPS.fullmatch(text) else ""


def _web(address: object) -> str:
    """Return an address with the scheme http or https; an empty string for any other, which could run a script."""
    text = str(address)
    return text if _WEB.fullmatch(text) else ""
