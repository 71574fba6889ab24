"""Forms with files in them, as browsers send these (RFC 7578).

Taken apart by hand: what reads mail reads such forms as well, and takes quadratic time over heads that no browser
sends. Here each byte is looked at a few times and parts, heads and fields have their limits.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

from hanse.admin.frames.form.reading import Posted
from hanse.kit.errors import MalformedRequest

MOST_PARTS = 100_000
_LONGEST_HEAD = 8_192
_END_OF_HEAD = b"\r\n\r\n"
# RFC 2046, section 5.1.1, has what a boundary is made of.
_BOUNDARY = re.compile(
    r"""multipart/form-data\s*;\s*boundary=(?:"([!-~ ]{1,70}?)"|([\w'()+,./:=?-]{1,70}))""", re.ASCII | re.IGNORECASE
)
_DISPOSITION = re.compile(
    rb'content-disposition:[ \t]*form-data[ \t]*;[ \t]*name="([^"]*)"(?:[ \t]*;[ \t]*filename="([^"]*)")?[ \t]*',
    re.IGNORECASE,
)
# How browsers write in a name what would end it (HTML, section 4.10.22.8).
_ESCAPES = ((b"%22", b'"'), (b"%0D", b"\r"), (b"%0A", b"\n"))


@dataclass(frozen=True)
class _Part:
    name: bytes
    # None for a field that is no file.
    file: bytes | None
    content: bytes


def parse_form_with_files(content_type: str, data: bytes) -> Posted:
    """Return a form's fields; of a file its content in base64, as the API has it. Raises MalformedRequest."""
    found = _BOUNDARY.fullmatch(content_type.strip())
    if found is None:
        raise MalformedRequest("The form cannot be read.")
    posted: dict[str, list[str]] = {}
    for part in _parts(data, (found[1] or found[2]).encode()):
        value = _value(part)
        if value is not None:
            posted.setdefault(_text(_unescaped(part.name)), []).append(value)
    return posted


def _parts(data: bytes, boundary: bytes) -> Iterator[_Part]:
    """Yield the parts between the boundaries; nothing comes before the first and nothing after the last."""
    first, *pieces = (b"\r\n" + data).split(b"\r\n--" + boundary, MOST_PARTS + 1)
    if first or not pieces or pieces[-1] not in (b"--", b"--\r\n"):
        raise MalformedRequest("The form cannot be read.")
    for piece in pieces[:-1]:
        head, separator, _ = piece[:_LONGEST_HEAD].partition(_END_OF_HEAD)
        named = [found for line in head.split(b"\r\n") if (found := _DISPOSITION.fullmatch(line))]
        if not separator or not piece.startswith(b"\r\n") or len(named) != 1:
            raise MalformedRequest("The form cannot be read.")
        yield _Part(named[0][1], named[0][2], piece[len(head) + len(_END_OF_HEAD) :])


def _value(part: _Part) -> str | None:
    if part.file is None:
        return _text(part.content)
    # A field in which nobody has chosen a file comes as one without name and content.
    return b64encode(part.content).decode() if part.file or part.content else None


def _unescaped(name: bytes) -> bytes:
    for escape, meant in _ESCAPES:
        name = name.replace(escape, meant)
    return name


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise MalformedRequest("The form cannot be read.") from error
