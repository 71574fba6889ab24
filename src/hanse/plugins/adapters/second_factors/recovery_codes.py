"""Recovery codes, with which users sign in who have lost their device.

The first character of a code is its number. So one digest is computed to check a code, and not one for each that is
left. The others have 45 bits of entropy, hence they are stored like passwords (OWASP ASVS 5.0, 6.5.2).
"""

from collections.abc import Sequence
from string import digits
from typing import Final

from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor

# Without the letters i, l, o and u, and without 0 and 1, which are mistaken for others or make up words.
_ALPHABET: Final = "abcdefghjkmnpqrstvwxyz23456789"
_RANDOM: Final = 9
_GROUP: Final = 5


def create_recovery_codes(services: AdapterServices, user_key: str) -> list[str]:
    """Replace a user's recovery codes, and return the new ones, which are not stored."""
    codes = [f"{number}{services.random_text(_RANDOM, _ALPHABET)}" for number in digits]
    services.second_factors.replace_recovery_codes(
        user_key, [(code[0], services.digests.digest(code).encode()) for code in codes]
    )
    return [f"{code[:_GROUP]}-{code[_GROUP:]}" for code in codes]


def use_recovery_code(services: AdapterServices, factors: Sequence[SecondFactor], entered: str) -> bool:
    """Use a recovery code up. Returns False for a wrong one, which takes as long as a correct one."""
    code = entered.replace("-", "").replace(" ", "").lower()
    if len(code) != 1 + _RANDOM:
        return False
    found = next((each for each in recovery_codes(factors) if each.name == code[0]), None)
    is_right = services.digests.matches(code, None if found is None else found.secret.decode())
    return is_right and found is not None and services.second_factors.remove(found)


def recovery_codes(factors: Sequence[SecondFactor]) -> list[SecondFactor]:
    """Return the recovery codes among a user's second factors."""
    return [each for each in factors if each.kind is FactorKind.RECOVERY_CODE]
