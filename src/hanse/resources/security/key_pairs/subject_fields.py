"""The parts of a certificate's subject that administrators enter."""

from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.declare.fields import ShortText
from hanse.crypto.certificate_builder import LONGEST_ORGANIZATION, LONGEST_PLACE

ABOUT_COUNTRIES = "Two-letter country code (ISO 3166-1)."


def _check_text(text: str) -> str:
    if not text.isprintable():
        raise PydanticCustomError("invalid_text", "This must not contain control characters.")
    return text


def _check_country(text: str) -> str:
    # RFC 5280, appendix A.1, X520countryName: two letters, those of ISO 3166.
    if len(text) != len("DE") or not (text.isascii() and text.isalpha()):
        raise PydanticCustomError("invalid_country", "Enter a country code of two letters, such as DE.")
    return text.upper()


NAME_CHECK = AfterValidator(_check_text)
OrganizationText = Annotated[str, Field(max_length=LONGEST_ORGANIZATION), NAME_CHECK]
PlaceText = Annotated[str, Field(max_length=LONGEST_PLACE), NAME_CHECK]
CountryCode = Annotated[ShortText, AfterValidator(_check_country)]
