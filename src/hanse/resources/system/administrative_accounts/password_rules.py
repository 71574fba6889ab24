"""Rules for new passwords, shared by the live list of the setup wizard and the server's check."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.crypto.passwords import normal_password
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import Message, enumerated, message

_SPECIAL = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
Count = Annotated[int, Field(ge=0, le=64)]


class PasswordRules(ConfigModel):
    """The password rules; a number of 0 disables a rule.

    Letters are Unicode's (general category L), digits are decimal digits (Nd), special characters those listed. Mixed
    case means at least one uppercase and one lowercase letter. Lengths are numbers of code points after NFKC.
    """

    min_length: Annotated[int, Field(ge=1, le=64)] = 8
    require_mixed_case: bool = True
    min_alpha: Count = 1
    min_numeric: Count = 1
    min_special: Count = 0
    special_chars: str = _SPECIAL

    def unmet(self, password: str) -> Iterator[Message]:
        """Yield the rules that a password does not meet, in the words of specification 3, section 5.2."""
        text = normal_password(password)
        if len(text) < self.min_length:
            yield message("{count} characters minimum", count=self.min_length)
        if self.require_mixed_case and not any(c.isupper() for c in text):
            yield message("1 uppercase letter")
        if self.require_mixed_case and not any(c.islower() for c in text):
            yield message("1 lowercase letter")
        if sum(c.isalpha() for c in text) < self.min_alpha:
            yield message("{count} letter(s)", count=self.min_alpha)
        if sum(c.isdecimal() for c in text) < self.min_numeric:
            yield message("{count} number(s)", count=self.min_numeric)
        if sum(c in self.special_chars for c in text) < self.min_special:
            yield message("{count} special character(s)", count=self.min_special)

    def errors(self, password: str, field_path: str) -> Iterator[FieldError]:
        """Yield the validation error of a password that does not meet the rules; it names all that are not met."""
        if unmet := list(self.unmet(password)):
            yield FieldError(
                message("The password needs: {unmet}.", unmet=enumerated(unmet)), field_path, "password_too_weak"
            )
