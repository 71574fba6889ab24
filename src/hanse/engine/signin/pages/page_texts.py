"""The texts of pages by language and key."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog

from hanse.kit.texts.locale_choice import DEFAULT_LOCALE

LOG = structlog.stdlib.get_logger("hanse.signin")
_SHIPPED: Final = Path(__file__).parent / "messages"
# By language and key.
Texts: TypeAlias = dict[str, dict[str, str]]
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class Catalog:
    """All texts. A missing text is taken from English, and a text without an English version is shown as its key."""

    def __init__(self, folder: Path | None = None, of_plugins: Callable[[], Iterable[Path]] = tuple) -> None:
        """`folder` has files such as `de.toml`, whose texts take precedence over those of this package.

        `of_plugins` returns the folders of plug-ins with texts for their own pages, which are searched last. It is
        called when a key is first missing.
        """
        shipped, of_folder = _shipped(), _texts(() if folder is None else (folder,))
        self._texts = {
            locale: {**shipped.get(locale, {}), **of_folder.get(locale, {})} for locale in {**shipped, **of_folder}
        }
        self._of_plugins = of_plugins

    @property
    def locales(self) -> Collection[str]:
        """Return the available languages."""
        return self._texts.keys()

    def keys(self, locale: str) -> Collection[str]:
        """Return the keys of a language."""
        return self._texts.get(locale, {}).keys()

    def text(self, locale: str, key: str, values: Mapping[str, object]) -> str:
        """Return a text with `{name}` replaced by the value of that name."""
        found = _find(self._texts, locale, key) or _find(self._plugin_texts, locale, key) or key
        return _PLACEHOLDER.sub(lambda match: str(values.get(match[1], match[0])), found)

    @cached_property
    def _plugin_texts(self) -> Texts:
        return _texts(self._of_plugins())


@cache
def _shipped() -> Texts:
    """Return the texts of this package, which do not change while the process runs."""
    return _texts((_SHIPPED,))


def _texts(folders: Iterable[Path]) -> Texts:
    found: Texts = {}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, {}).update(_read(path))
    return found


def _find(texts: Texts, locale: str, key: str) -> str:
    return texts.get(locale, {}).get(key) or texts.get(DEFAULT_LOCALE, {}).get(key, "")


def _read(path: Path) -> dict[str, str]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        LOG.error("message file not usable", file=path.name, reason=str(error))  # noqa: TRY400 - the reason says all.
        return {}
    return dict(_flat(content, ""))


def _flat(content: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in content.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{name}.")
        else:
            found.append((f"{prefix}{name}", str(value)))
    return found
