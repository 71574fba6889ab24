"""Common passwords are recognized, also in disguise, and others are not."""

import pytest

from hanse.crypto.guessable_passwords import is_guessable


@pytest.mark.parametrize(
    "password",
    [
        "qwerty123456",
        "PASSWORDPASSWORD",
        "P4ssw0rd2024!",
        "12345678901234567890",
        "qwertyuiopasdfgh",
        "iloveyou1234",
        "aaaaaaaaaaaaaaaa",
        "abcabcabcabc",
        "drowssap1234",
        "3141592654",
        "x7" * 40,
        # A full-width letter, as an input method for Japanese enters it.
        "\uff50assword1234",
    ],
)
def test_common_passwords_are_guessable(password: str) -> None:
    assert is_guessable(password, ())


@pytest.mark.parametrize(
    "password", ["a long password of words", "correct horse battery staple", "kT9#mQ2$", "Fährmann ohne Fahrplan"]
)
def test_other_passwords_are_not_guessable(password: str) -> None:
    assert not is_guessable(password, ())


def test_names_of_the_user_and_their_parts_are_guessable() -> None:
    words = ("Kunigunde", "kunigunde.holtermann@hanse.example")
    for password in ("Kunigunde2024", "holtermann123", "kunigundekunigunde"):
        assert not is_guessable(password.translate(str.maketrans("ku", "xq")), ())
        assert is_guessable(password, words)


def test_words_of_one_user_are_unknown_to_the_next_estimate() -> None:
    assert is_guessable("Wullenwever2024", ("wullenwever",))
    assert not is_guessable("Wullenwever2024", ())


def test_a_long_password_is_estimated_by_its_beginning() -> None:
    assert not is_guessable("Kq9 " + "ship sails on the cold baltic sea " * 7, ())
