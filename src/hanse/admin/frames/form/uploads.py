"""Forms with files in them, as browsers send these (RFC 7578)."""

from base64 import b64encode
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.policy import HTTP

from hanse.admin.frames.form.reading import Posted
from hanse.kit.errors import MalformedRequest


def parse_form_with_files(content_type: str, data: bytes) -> Posted:
    """Return a form's fields; of a file its content in base64, as the API has it. Raises MalformedRequest."""
    head = b"Content-Type: " + content_type.encode("latin-1", "replace") + b"\r\n\r\n"
    message = BytesParser(EmailMessage, policy=HTTP).parsebytes(head + data)
    if not message.is_multipart():
        raise MalformedRequest("The form cannot be read.")
    posted: dict[str, list[str]] = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        # A file that itself has parts, such as a message, is no file that a field of ours takes.
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise MalformedRequest("The form cannot be read.")
        value = _value(part, content)
        if value is not None:
            posted.setdefault(name, []).append(value)
    return posted


def _value(part: MIMEPart, content: bytes) -> str | None:
    file = part.get_filename()
    if file is None:
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            raise MalformedRequest("The form cannot be read.") from error
    # A field in which nobody has chosen a file comes as one without name and content.
    return b64encode(content).decode() if file or content else None
