"""Forms with files in them, as browsers send these (RFC 7578)."""

from base64 import b64encode
from io import BytesIO

from multipart import MultipartError, MultipartParser, parse_options_header

from hanse.admin.frames.form.posted_body import Posted
from hanse.kit.errors import MalformedRequest

# More fields than any form has; each costs some microseconds.
MOST_PARTS = 20_000
_LONGEST_HEADER = 8_192


def parse_form_with_files(content_type: str, data: bytes) -> Posted:
    """Return a form's fields; of a file its content in base64, as the API has it. Raises MalformedRequest."""
    posted: dict[str, list[str]] = {}
    try:
        boundary = parse_options_header(content_type)[1]["boundary"]
        # The body has its own limit and is in memory already, so that no part of it goes to a disk.
        room = len(data) + 1
        parser = MultipartParser(
            BytesIO(data),
            boundary,
            len(data),
            strict=True,
            headersize_limit=_LONGEST_HEADER,
            part_limit=MOST_PARTS,
            spool_limit=room,
            memory_limit=room,
        )
        for part in parser:
            if part.filename is None:
                posted.setdefault(part.name, []).append(part.raw.decode())
            # If no file was chosen, browsers send a file with an empty name and no content.
            elif part.filename or part.raw:
                posted.setdefault(part.name, []).append(b64encode(part.raw).decode())
    except (KeyError, MultipartError, UnicodeDecodeError) as error:
        raise MalformedRequest("The form cannot be read.") from error
    return posted
