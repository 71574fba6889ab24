"""User codes: what a device shows and its user enters (RFC 8628, section 6.1)."""

from typing import Final

from hanse.engine.state.contracts import digest
from hanse.kit.randomness import Randomness

# Without vowels, so that no words come out, and without digits, which look like letters. 20^8 codes are 34.5 bits.
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
    """Return a code as it was issued, whatever its user did with spaces, punctuation and capitals; empty if it is none.

    Text that is much longer than a code is none, so that nothing long is searched.
    """
    if len(entered) > 4 * LENGTH:
        return ""
    code = "".join(each for each in entered.upper() if each.isalnum())
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def displayed(code: str) -> str:
    """Return a code in two groups, as it is read and entered most easily."""
    return f"{code[:_HALF]}-{code[_HALF:]}"


def user_code_key(issuer: str, code: str) -> bytes:
    """Return the key under which the request of a code is stored; each issuer has codes of its own."""
    return digest(f"user code\0{issuer}\0{code}")
