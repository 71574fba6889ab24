"""The catalogs contain every user-facing text, and their translations are complete and well formed."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from hanse.kit.texts.locale_choice import TRANSLATED
from lint.texts.catalogs import collect, read, untranslated, updated, write
from lint.texts.source_texts import computed_labels, sentences, texts_of_module, texts_of_template, unmarked_values

_VALUES = re.compile(r"\{[^{}]*\}")


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return collect()


@pytest.mark.parametrize("locale", TRANSLATED)
def test_the_catalogs_are_up_to_date(locale: str, texts: Catalog) -> None:
    known = {each.id for each in read(locale) if each.id}
    wanted = {each.id for each in texts if each.id}
    assert wanted - known == set(), "run python -m lint.texts"
    assert known - wanted == set(), "run python -m lint.texts"


@pytest.mark.parametrize("locale", TRANSLATED)
def test_every_text_is_translated(locale: str) -> None:
    assert untranslated(read(locale)) == []


@pytest.mark.parametrize("locale", TRANSLATED)
def test_translations_contain_the_values_of_the_text(locale: str) -> None:
    for each in read(locale):
        if not each.id:
            continue
        ids = each.id if isinstance(each.id, (tuple, list)) else (each.id,)
        strings = each.string if isinstance(each.string, (tuple, list)) else (each.string,)
        for id_, string in zip(ids, strings, strict=True):
            if string and isinstance(string, str):
                assert sorted(_VALUES.findall(string)) == sorted(_VALUES.findall(id_)), id_


@pytest.mark.parametrize("locale", TRANSLATED)
def test_translations_end_with_the_punctuation_of_the_text(locale: str) -> None:
    """A missing full stop is usually a sign of a truncated translation."""
    for each in read(locale):
        if isinstance(each.id, str) and isinstance(each.string, str) and each.string:
            assert each.string.endswith(".") == each.id.endswith("."), each.id


def test_a_sentence_with_values_is_a_message() -> None:
    assert list(unmarked_values()) == []


def test_labels_are_written_out() -> None:
    assert list(computed_labels()) == []


def test_sentences_are_distinguished_from_internal_strings() -> None:
    code = """
def check(name):
    '''Return what is wrong. Nothing else.'''
    LOG.info("not a sentence", name=name)
    Operation(summary="Not read in the console.", run=check)
    say("This is marked.")
    if name:
        return "This is wrong."
    return f"There is no {name} here."
"""
    assert list(sentences(ast.parse(code))) == [(8, "This is wrong."), (9, "There is no \0 here.")]


def test_texts_are_found_with_their_position() -> None:
    code = 'raise NotFound("Gone.")\nsay("On" if on else "Off")\ncounted("{count} key", "{count} keys", n)\nother("No")'
    assert set(texts_of_module(ast.parse(code), "x.py")) == {
        ("Gone.", "", "x.py"),
        ("On", "", "x.py"),
        ("Off", "", "x.py"),
        ("{count} key", "{count} keys", "x.py"),
    }
    template = (
        '{{ t("Save") }}{% if t("A {b}", b=1) %}{% endif %}{{ counted("{count} one", "{count} many", n) }}{{ x }}'
    )
    assert set(texts_of_template(template, "x.html")) == {
        ("Save", "", "x.html"),
        ("A {b}", "", "x.html"),
        ("{count} one", "{count} many", "x.html"),
    }


def test_the_translation_of_a_changed_text_is_marked_for_review(tmp_path: Path) -> None:
    old, new = Catalog("de"), Catalog("de")
    old.add("How long a token counts, in minutes.", "Wie lange.", locations=[("tokens.lifetime.help", 0)])
    old.add("Save", "Speichern", locations=[("form.html", 0)])
    new.add("Lifetime of an access token, in minutes.", locations=[("tokens.lifetime.help", 0)])
    new.add("Save", locations=[("list.html", 0)])
    made = updated(old, new)
    rewritten = made.get("Lifetime of an access token, in minutes.")
    assert rewritten is not None
    assert (rewritten.string, rewritten.fuzzy) == ("Wie lange.", True)
    assert untranslated(made) == ["Lifetime of an access token, in minutes."]
    write(made, "de", tmp_path)
    again = updated(read("de", tmp_path), new)
    assert untranslated(again) == ["Lifetime of an access token, in minutes."]
