"""The texts of pages by language and key."""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

import structlog

from hanse.engine.signin.pages.locales import DEFAULT_LOCALE

LOG = structlog.stdlib.get_logger("hanse.signin")
_SHIPPED: Final = Path(__file__).parent / "messages"
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class Catalogue:
    """All texts. A key without a text in a language has the English text, and one without any is shown itself."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` has files such as `de.toml`, whose texts go before those of this package."""
        self._texts: dict[str, dict[str, str]] = {}
        for each in (_SHIPPED, folder):
            for path in sorted(each.glob("*.toml")) if each is not None else ():
                self._texts.setdefault(path.stem, {}).update(_read(path))

    @property
    def locales(self) -> Collection[str]:
        """The languages that there are."""
        return self._texts.keys()

    def keys(self, locale: str) -> Collection[str]:
        """Return the keys of a language."""
        return self._texts.get(locale, {}).keys()

    def text(self, locale: str, key: str, values: Mapping[str, object]) -> str:
        """Return a text with `{name}` replaced by the value of that name."""
        found = self._texts.get(locale, {}).get(key) or self._texts[DEFAULT_LOCALE].get(key, key)
        return _PLACEHOLDER.sub(lambda match: str(values.get(match[1], match[0])), found)


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
