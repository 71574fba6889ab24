"""Recognizes passwords that are easy to guess, with the estimate and the lists of zxcvbn.

zxcvbn has the 30,000 most common passwords, common words and names. It finds them also in other spellings, repeated,
and beside sequences, dates and neighboring keys. NIST SP 800-63B-4, section 3.1.1.2, demands such a comparison.
"""

import re
from collections.abc import Iterable
from typing import Final

from hanse.crypto.passwords import normal_password

# Guesses after which zxcvbn calls a password safe for a server that limits them. A random password of 8 characters
# needs more.
FEWEST_GUESSES: Final = 10**8
# The time of an estimate grows faster than the length. The rest can only make a password better.
_LONGEST: Final = 72
_SEPARATORS: Final = re.compile(r"[\W_]+")
_SHORTEST_WORD: Final = 3


def is_guessable(password: str, words: Iterable[str]) -> bool:
    """Return whether a password is easy to guess for somebody who knows the words, such as the names of the user."""
    from zxcvbn import matching, scoring  # noqa: PLC0415 - its lists need memory, and few processes set passwords.

    start = normal_password(password)[:_LONGEST]
    # Not `zxcvbn.zxcvbn`, which stores the words of one user where calls for other users read them.
    lists = {**matching.RANKED_DICTIONARIES, "user_inputs": matching.build_ranked_dict(sorted(_parts(words)))}
    found = scoring.most_guessable_match_sequence(start, matching.omnimatch(start, lists))
    return int(found["guesses"]) < FEWEST_GUESSES


def _parts(words: Iterable[str]) -> set[str]:
    """Return words and their parts, such as those of an e-mail address, as zxcvbn compares them."""
    whole = {each.casefold() for each in words}
    return {part for each in whole for part in (each, *_SEPARATORS.split(each)) if len(part) >= _SHORTEST_WORD}
