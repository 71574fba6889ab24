"""Durations in words."""

import pytest

from hanse.kit.texts.durations import format_duration


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (60, "1 minute"),
        (5_400, "90 minutes"),
        (3_600, "1 hour"),
        (36 * 3_600, "36 hours"),
        (86_400, "1 day"),
        (30 * 86_400, "30 days"),
        (86_460, "1441 minutes"),
        (119, "1 minute"),
    ],
)
def test_the_longest_unit_with_a_whole_number_is_used(seconds: int, text: str) -> None:
    assert format_duration(seconds, "en") == text


@pytest.mark.parametrize(
    ("locale", "text"), [("de", "30 Tage"), ("es", "30 días"), ("pt-BR", "30 dias"), ("sailor", "30 days")]
)
def test_the_words_are_those_of_the_language_or_english(locale: str, text: str) -> None:
    assert format_duration(30 * 86_400, locale) == text
