"""User codes: what a device shows and its user enters (RFC 8628, section 6.1)."""

from typing import Final

from hanse.engine.state.contracts import digest
from hanse.kit.randomness import Randomness

# No vowels, so that codes are not words, and no digits, which can look like letters. 20^8 codes are 34.5 bits.
ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH: Final = 8
_HALF: Final = LENGTH // 2
# Bytes from here on are dropped, so that no character is more likely: 240 is the largest multiple of 20 below 256.
_USED_BYTES: Final = 240


def new_user_code(randomness: Randomness) -> str:
    """Return a new code as users enter it, without the hyphen."""
    code = ""
    while len(code) < LENGTH:
        code += "".join(ALPHABET[each % len(ALPHABET)] for each in randomness.token_bytes(LENGTH) if each < _USED_BYTES)
    return code[:LENGTH]


def normalized(entered: str) -> str:
    """Return an entered code as it was issued, without spaces and punctuation and in capitals; empty if it is no code.

    Much longer text is refused at once, so that the work is limited.
    """
    if len(entered) > 4 * LENGTH:
        return ""
    code = "".join(each for each in entered.upper() if each.isalnum())
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def displayed(code: str) -> str:
    """Return a code in two groups, which are easier to read and to enter."""
    return f"{code[:_HALF]}-{code[_HALF:]}"


def user_code_key(issuer: str, code: str) -> bytes:
    """Return the key under which the request of a code is stored; each issuer has codes of its own."""
    return digest(f"user code\0{issuer}\0{code}")
