"""Random texts have the requested length, and every character is equally likely."""

from collections import Counter

import pytest

from hanse.kit.randomness import ID_ALPHABET, random_text
from tests.support.randomness import SeededRandomness


class EveryByte:
    """A source whose first 256 bytes contain every value once."""

    def token_bytes(self, count: int) -> bytes:
        return bytes(each % 256 for each in range(count))


@pytest.mark.parametrize("length", [1, 26, 42, 256])
def test_a_random_text_has_the_requested_length(length: int) -> None:
    text = random_text(SeededRandomness(), length)

    assert len(text) == length
    assert set(text) <= set(ID_ALPHABET)


def test_bytes_that_would_favor_a_character_are_rejected() -> None:
    drawn = Counter(random_text(EveryByte(), 256)[: 4 * len(ID_ALPHABET)])

    assert drawn == dict.fromkeys(ID_ALPHABET, 4)


def test_rejected_bytes_are_drawn_again() -> None:
    class FirstBytesRejected:
        def __init__(self) -> None:
            self.drawn = 0

        def token_bytes(self, count: int) -> bytes:
            self.drawn += 1
            return bytes([255]) * count if self.drawn == 1 else bytes(count)

    assert random_text(FirstBytesRejected(), 5) == ID_ALPHABET[0] * 5
