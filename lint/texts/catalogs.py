"""Catalogs are read, updated and written."""

import re
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from hanse.config.declare.validation_messages import fixed_texts
from hanse.kit.texts.locale_choice import TRANSLATED
from hanse.kit.texts.translation import FOLDER
from lint.texts.declared_texts import declared_texts, plugin_texts
from lint.texts.source_texts import written_texts

_WORDS = re.compile(r"[A-Za-z]{2}")
# Minimum similarity of a text to the one from which it was rewritten.
_SIMILAR = 0.75
_CREATED = datetime(2026, 11, 23, tzinfo=UTC)
MOST_PLACES = 4


def collect() -> Catalog:
    """Return all texts of administrators, without translations."""
    found: dict[str, tuple[str, list[str]]] = {}
    of_declarations = ((text, "", place) for text, place in (*declared_texts(), *plugin_texts()))
    of_messages = ((text, "", "messages") for text in fixed_texts())
    for text, several, place in (*of_declarations, *written_texts(), *of_messages):
        if _WORDS.search(re.sub(r"\{[^{}]*\}", "", text)):
            form, places = found.setdefault(text, (several, []))
            found[text] = form or several, places if place in places else [*places, place]
    catalog = Catalog()
    for text in sorted(found):
        several, places = found[text]
        locations = [(place.replace(" ", "_"), 0) for place in sorted(places)[:MOST_PLACES]]
        catalog.add((text, several) if several else text, locations=locations)
    return catalog


def read(locale: str, folder: Path = FOLDER) -> Catalog:
    """Return the catalog of a language, or an empty one if its file does not exist."""
    path = folder / f"{locale}.po"
    if not path.exists():
        return _empty(locale)
    with path.open("rb") as file:
        return read_po(file, locale)


def _empty(locale: str) -> Catalog:
    # The dates are fixed, because a check compares the generated files.
    return Catalog(
        locale,
        project="Hanse",
        version="1",
        header_comment="# Texts of the server in another language. To collect new texts: python -m lint.texts",
        creation_date=_CREATED,
        revision_date=_CREATED,
        last_translator="",
        language_team="",
        fuzzy=False,
    )


def updated(old: Catalog, texts: Catalog) -> Catalog:
    """Return a catalog with these texts and their existing translations."""
    made = _empty(str(old.locale))
    gone = {_id(each): each for each in old if each.id and texts.get(_id(each)) is None and _is_translated(each)}
    by_place = {place: each for each in gone.values() for place, _ in each.locations}
    for each in texts:
        if not each.id:
            continue
        known = old.get(_id(each))
        flags = {"fuzzy"} if known is not None and known.fuzzy else set()
        if known is None or not _is_translated(known):
            known = _rewritten_from(each, by_place, gone) or known
            flags = {"fuzzy"} if known is not None and _is_translated(known) and _id(known) != _id(each) else flags
        string = known.string if known is not None and isinstance(known.string, str) == isinstance(each.id, str) else ""
        made.add(each.id, string or "", locations=each.locations, flags=flags)
    return made


def _rewritten_from(new: Message, by_place: dict[str, Message], gone: dict[str, Message]) -> Message | None:
    """Return the previous message with its translation: the one at the same place, or a similar one."""
    for place, _ in new.locations:
        # The place of a declared text is unique. Modules and templates have many texts.
        if place in by_place and not place.endswith((".py", ".html")):
            return by_place[place]
    similar = get_close_matches(_id(new), gone, n=1, cutoff=_SIMILAR)
    return gone[similar[0]] if similar else None


def write(catalog: Catalog, locale: str, folder: Path = FOLDER) -> None:
    """Write a catalog, in the order of its texts."""
    with (folder / f"{locale}.po").open("wb") as file:
        write_po(file, catalog, width=120, sort_output=True, omit_header=False, include_lineno=False)


def update(folder: Path = FOLDER) -> None:
    """Bring the catalogs of all languages up to date."""
    texts = collect()
    for locale in TRANSLATED:
        write(updated(read(locale, folder), texts), locale, folder)


def untranslated(catalog: Catalog) -> list[str]:
    """Return the English texts that have no translation, or only a fuzzy one."""
    return [_id(each) for each in catalog if each.id and (each.fuzzy or not _is_translated(each))]


def _id(each: Message) -> str:
    return each.id if isinstance(each.id, str) else each.id[0]


def _is_translated(each: Message) -> bool:
    strings = (each.string,) if isinstance(each.string, str) else each.string
    return all(strings or ())
