"""Documents of untrusted senders are parsed without DTDs, entities and network access, within limits."""

import time

import pytest

from hanse.crypto.xml.documents import MESSAGE_LIMITS, XmlLimits, parse_document
from hanse.crypto.xml.elements import new_element
from hanse.crypto.xml.errors import MalformedXml

LAUGHS = "".join(f'<!ENTITY l{index} "{f"&l{index - 1};" * 10}">' for index in range(1, 10))
BILLION_LAUGHS = f'<!DOCTYPE a [<!ENTITY l0 "lol">{LAUGHS}]>'


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]><a/>',
        '<!DOCTYPE a [<!ENTITY x "text">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY x "text">]><a b="&x;"/>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>',
        '<!DOCTYPE a PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://127.0.0.1:9/a.dtd"><a/>',
        "<!DOCTYPE a><a/>",
        f"{BILLION_LAUGHS}<a>&l9;</a>",
        f'{BILLION_LAUGHS}<a b="&l9;"/>',
        f"{BILLION_LAUGHS}<a/>",
        "<a>&unknown;</a>",
    ],
)
def test_document_types_and_entities_are_refused(text: str) -> None:
    began = time.monotonic()
    with pytest.raises(MalformedXml):
        parse_document(text.encode())
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"text",
        b"<a>",
        b"<a/><b/>",
        b"<a b='1' b='2'/>",
        b"<a xmlns:x='urn:x' xmlns:y='urn:x' x:b='1' y:b='2'/>",
        b"<x:a/>",
        b"<a>\x00</a>",
        b"<a>\xff</a>",
        b"<a><?php 1 ?></a>",
        b"<?target 1?><a/>",
        b"<a/><?target 1?>",
        '<?xml version="1.0" encoding="iso-8859-1"?><a>ä</a>'.encode("latin-1"),
        b'<?xml version="1.0" encoding="utf-7"?><a>+ADw-</a>',
        b'<?xml version="1.0" encoding="unheard-of"?><a/>',
    ],
)
def test_malformed_documents_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedXml):
        parse_document(data)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_library_decides_the_encoding(encoding: str) -> None:
    assert parse_document("<a>ä€𝄞</a>".encode(encoding)).root.text() == "ä€𝄞"


def test_sizes_are_bounded() -> None:
    limits = XmlLimits(octets=1000, depth=4, elements=20, attributes=3)
    for data in (
        b"<a>" + b"x" * 1000 + b"</a>",
        b"<a>" * 5 + b"</a>" * 5,
        b"<a>" + b"<b/>" * 20 + b"</a>",
        b"<a b='1' c='1' d='1' e='1'/>",
    ):
        with pytest.raises(MalformedXml, match="more than"):
            parse_document(data, limits=limits)
    assert parse_document(b"<a>" * 4 + b"</a>" * 4, limits=limits)
    assert parse_document(b"<a>" + b"<b/>" * 19 + b"</a>", limits=limits)


def test_hostile_documents_of_the_largest_size_are_refused_quickly() -> None:
    size = MESSAGE_LIMITS.octets
    attributes = b" ".join(b"a%d=''" % index for index in range(size // 12))
    namespaces = b" ".join(b"xmlns:a%d='u'" % index for index in range(size // 20))
    for data in (
        b"<a " + attributes + b"/>",
        b"<a " + namespaces + b"/>",
        b"<a>" * (size // 8) + b"</a>" * (size // 8),
        b"<a>" + b"<b/>" * (size // 4 - 10) + b"</a>",
    ):
        began = time.monotonic()
        with pytest.raises(MalformedXml):
            parse_document(data)
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("other", ["ID", "Id", "id", "xml:id"])
def test_an_identifier_that_occurs_twice_is_refused(other: str) -> None:
    with pytest.raises(MalformedXml, match="same identifier"):
        parse_document(f'<a ID="_1"><b {other}="_1"/></a>'.encode())


def test_text_around_a_comment_is_one_text() -> None:
    found = parse_document(b"<a>admin@example.com<!-- -->.evil.example</a>").root
    assert found.text() == "admin@example.com.evil.example"
    assert found.canonical() == b"<a>admin@example.com.evil.example</a>"


def test_an_element_with_children_has_no_text() -> None:
    root = parse_document(b"<a>one<b/>two<c/><c/></a>").root
    with pytest.raises(MalformedXml, match="text only"):
        root.text()
    with pytest.raises(MalformedXml, match="more than one c"):
        root.child("c")
    with pytest.raises(MalformedXml, match="no d"):
        root.required_child("d")


@pytest.mark.parametrize("text", ["\x00", "\x1b", "\ud800"])
def test_characters_that_xml_does_not_have_are_refused(text: str) -> None:
    with pytest.raises(MalformedXml):
        new_element("a", None, text)
    with pytest.raises(MalformedXml):
        new_element("a", {"b": text})


def test_text_is_escaped() -> None:
    text = "<&>\"'\r\n\t ]]>"
    element = new_element("a", {"b": text}, f"x{text}x")
    found = parse_document(element.serialized()).root
    assert (found.attribute("b"), found.text()) == (text, f"x{text}x")
