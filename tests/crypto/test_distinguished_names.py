"""Distinguished names in text form are compared with the names in certificates."""

import pytest
from cryptography import x509
from cryptography.x509.name import _ASN1Type
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from hanse.crypto.certificate_facts import distinguished_name
from hanse.crypto.distinguished_names import name_key, parsed_name

NAME = x509.Name(
    [
        x509.NameAttribute(NameOID.COUNTRY_NAME, "DE"),
        x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Hanse, Inc"),
        x509.NameAttribute(NameOID.COMMON_NAME, "app"),
        x509.NameAttribute(NameOID.EMAIL_ADDRESS, "app@example.com"),
    ]
)
TYPES = (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME, NameOID.EMAIL_ADDRESS)


@pytest.mark.parametrize(
    "text",
    [
        "EMAILADDRESS=app@example.com,CN=app,O=Hanse\\, Inc,C=DE",
        "emailAddress = app@example.com , cn=app, o=Hanse\\2C Inc , c=DE",
        "E=app@example.com, 2.5.4.3=app, O=Hanse\\, Inc, C=DE",
        "1.2.840.113549.1.9.1=app@example.com,OID.2.5.4.3=app,O=Hanse\\, Inc,C=DE",
    ],
)
def test_texts_that_differ_in_form_only_are_the_same_name(text: str) -> None:
    assert parsed_name(text) == name_key(NAME)


@pytest.mark.parametrize(
    "text",
    [
        # Reverse order, one part less, one part more, a value in another letter case, a set instead of a sequence.
        "C=DE,O=Hanse\\, Inc,CN=app,EMAILADDRESS=app@example.com",
        "CN=app,O=Hanse\\, Inc,C=DE",
        "OU=x,EMAILADDRESS=app@example.com,CN=app,O=Hanse\\, Inc,C=DE",
        "EMAILADDRESS=app@example.com,CN=App,O=Hanse\\, Inc,C=DE",
        "EMAILADDRESS=app@example.com+CN=app,O=Hanse\\, Inc,C=DE",
    ],
)
def test_texts_that_differ_in_content_are_different_names(text: str) -> None:
    assert parsed_name(text) != name_key(NAME)


@pytest.mark.parametrize(
    "text", ["app", "CN", "=app", "CN=a,,O=b", "CN=a,O", "XYZ=1", "CN=#0401", "CN=a;O=b", "CN=\\ff", "CN=a\\"]
)
def test_an_invalid_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a distinguished name"):
        parsed_name(text)


def test_the_order_within_a_set_and_the_encoding_make_no_difference() -> None:
    printable = x509.NameAttribute(NameOID.COMMON_NAME, "app", _ASN1Type.PrintableString)
    other = x509.NameAttribute(NameOID.USER_ID, "7")
    name = x509.Name([x509.RelativeDistinguishedName([printable, other])])
    assert name_key(name) == parsed_name("UID=7+CN=app") == parsed_name("CN=app + UID=7")


@given(st.lists(st.tuples(st.sampled_from(TYPES), st.text(min_size=1, max_size=20)), min_size=1, max_size=5))
def test_every_name_is_found_by_the_text_that_the_console_shows(parts: list[tuple[x509.ObjectIdentifier, str]]) -> None:
    name = x509.Name([x509.NameAttribute(oid, value) for oid, value in parts])
    assert parsed_name(distinguished_name(name)) == name_key(name)
    assert parsed_name(name.rfc4514_string()) == name_key(name)
