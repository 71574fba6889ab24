"""Texts in the language of the request."""

from collections.abc import Iterator

import pytest
from markupsafe import Markup

from hanse.kit.texts.locale_choice import COOKIE, LOCALE, PSEUDO, locale_of
from hanse.kit.texts.messages import counted, message
from hanse.kit.texts.translation import localized, localized_message, say, say_counted


@pytest.fixture
def german() -> Iterator[None]:
    token = LOCALE.set("de")
    yield
    LOCALE.reset(token)


@pytest.fixture
def pseudo() -> Iterator[None]:
    token = LOCALE.set(PSEUDO)
    yield
    LOCALE.reset(token)


@pytest.mark.parametrize(
    ("cookie", "accepted", "expected"),
    [
        (None, None, "en"),
        (None, "de-AT, en;q=0.5", "de"),
        (None, "fr, es;q=0.3", "es"),
        (f"{COOKIE}=es", "de", "es"),
        (f"other=1; {COOKIE}=de", "en", "de"),
        (f"{COOKIE}=en", "de", "en"),
        (f"not_{COOKIE}=de", None, "en"),
        # Only languages with a catalog are accepted, and never a path.
        (f"{COOKIE}=../de", None, "en"),
        (f"{COOKIE}=fr", "es", "es"),
        (f"{COOKIE}={PSEUDO}", "de", PSEUDO),
        (None, PSEUDO, "en"),
    ],
)
def test_the_cookie_overrides_the_browsers_languages(cookie: str | None, accepted: str | None, expected: str) -> None:
    fields = [(b"cookie", cookie), (b"accept-language", accepted), (b"host", "de")]
    assert locale_of([(name, value.encode()) for name, value in fields if value is not None]) == expected


def test_a_message_is_an_english_text_with_its_values() -> None:
    made = message("{name} was saved.", name="Shop")
    assert made == "Shop was saved."
    assert (made.template, made.values) == ("{name} was saved.", {"name": "Shop"})
    assert counted("{count} rule", "{count} rules", 1) == "1 rule"
    assert counted("{count} rule", "{count} rules", 2) == "2 rules"
    with pytest.raises(KeyError):
        message("{name} was saved.")


def test_english_texts_are_unchanged() -> None:
    assert type(localized(message("{name} was saved.", name="Shop"))) is str
    assert say("Save") == "Save"


@pytest.mark.usefixtures("german")
def test_texts_are_translated_and_names_in_them_are_not() -> None:
    assert say("Save") == "Speichern"
    # The item's name equals one of the server's texts and stays untranslated.
    assert say("{name} was saved.", name="Save") == "Save wurde gespeichert."
    assert localized_message("Save") == "Save"
    outer = message("Take over from the parent: {label}", label=message("Save"))
    assert localized(outer).endswith(": Speichern")


@pytest.mark.usefixtures("german")
def test_german_has_a_singular_and_a_plural() -> None:
    assert say_counted("{count} node", "{count} nodes", 1) == "1 Knoten"
    assert say_counted("{count} rule, else Fail", "{count} rules, else Fail", 1).startswith("1 Regel,")
    assert say_counted("{count} rule, else Fail", "{count} rules, else Fail", 2).startswith("2 Regeln,")


@pytest.mark.usefixtures("german")
def test_a_text_without_a_translation_is_english() -> None:
    assert localized("No catalog has this text.") == "No catalog has this text."
    assert say("No catalog has {this}.", this="it") == "No catalog has it."
    assert localized("") == ""


@pytest.mark.usefixtures("german")
def test_values_are_escaped_beside_markup() -> None:
    made = say("{shown} of {total}", shown=Markup("<b>1</b>"), total="<script>")
    assert isinstance(made, Markup)
    assert made == "<b>1</b> von &lt;script&gt;"


@pytest.mark.usefixtures("pseudo")
def test_the_pseudo_locale_marks_texts_and_leaves_values() -> None:
    assert say("{name} was saved.", name="Shop") == "[Shop wáš šávéd.]"
    assert localized(localized("Save")) == "[Šávé]"
