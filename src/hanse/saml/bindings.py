"""The HTTP POST and HTTP Redirect bindings (SAML bindings, sections 3.4 and 3.5).

A signature of the redirect binding covers the octets of the query as they were sent. They are therefore taken from the
query as it was received and never encoded again.
"""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from hanse.crypto.xml.algorithms import SIGNATURE_ALGORITHMS, sign_octets, verify_octets
from hanse.crypto.xml.documents import MESSAGE_LIMITS
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.errors import SignatureRefused
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.saml.envelopes import Body, Envelope, SignatureTrust
from hanse.saml.errors import InvalidMessage

SAML_REQUEST: Final = "SAMLRequest"
SAML_RESPONSE: Final = "SAMLResponse"
SAML_ARTIFACT: Final = "SAMLart"
RELAY_STATE: Final = "RelayState"
# SAML bindings, section 3.4.3: 80 octets. Partners are known to send more.
LONGEST_RELAY_STATE: Final = 2048
_DEFLATE: Final = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"
_READ: Final = (SAML_REQUEST, SAML_RESPONSE, RELAY_STATE, "SigAlg", "Signature", "SAMLEncoding")
_LONGEST_QUERY: Final = 64 * 1024
# Raw DEFLATE (RFC 1951), without a header.
_RAW: Final = -15


@dataclass(frozen=True)
class RedirectMessage:
    """A message that was received in a query; `xml` is not verified."""

    parameter: str
    xml: bytes
    relay_state: str | None
    signature_algorithm: str | None = None
    signature: bytes | None = field(default=None, repr=False)
    signed_octets: bytes = field(default=b"", repr=False)

    def body(self, envelope: Envelope, trust: SignatureTrust) -> Body:
        """Return the message to read. Raises SignatureRefused if it has a signature that does not verify."""
        # SAML bindings, section 3.4.4.1: a signature within the message must be removed by the sender.
        if envelope.has_signature:
            raise InvalidMessage("A message of the redirect binding must not contain a signature.")
        if self.signature is None or self.signature_algorithm is None:
            return Body(envelope.document.root, is_signed=False)
        for certificate in trust.certificates:
            try:
                verify_octets(
                    certificate.public_key(),
                    self.signature_algorithm,
                    self.signed_octets,
                    self.signature,
                    trust.algorithms,
                )
            except SignatureRefused:
                continue
            return Body(envelope.document.root, is_signed=True)
        if trust.anchored is not None:
            raise SignatureRefused(
                "The signature of the query does not verify with any certificate of the connection. Messages of the"
                " Redirect binding contain no certificate, so that the subject DN does not apply to them."
            )
        raise SignatureRefused("The signature of the query does not verify with any certificate of the partner.")


def redirect_query(
    message: XmlElement,
    *,
    parameter: str,
    relay_state: str | None = None,
    signing_key: XmlSigningKey | None = None,
    algorithm: str = "",
) -> str:
    """Return the query of a redirect with a message, signed if a key is given."""
    compressor = zlib.compressobj(wbits=_RAW)
    compressed = compressor.compress(message.serialized()) + compressor.flush()
    parts = [(parameter, b64encode(compressed).decode())]
    if relay_state is not None:
        parts.append((RELAY_STATE, relay_state))
    if signing_key is None:
        return _query(parts)
    chosen = SIGNATURE_ALGORITHMS[algorithm]
    query = _query([*parts, ("SigAlg", chosen.uri)])
    value = sign_octets(signing_key.private, chosen, query.encode())
    return f"{query}&{_query([('Signature', b64encode(value).decode())])}"


def read_redirect(query: str) -> RedirectMessage:
    """Return the message in a query, as it was received without the question mark. Raises InvalidMessage."""
    if len(query) > _LONGEST_QUERY:
        raise InvalidMessage("The query is too long.")
    raw = _raw_values(query)
    parameters = [name for name in (SAML_REQUEST, SAML_RESPONSE) if name in raw]
    if len(parameters) != 1:
        raise InvalidMessage("The query must have one SAMLRequest or one SAMLResponse.")
    if _decoded(raw.get("SAMLEncoding", _DEFLATE)) != _DEFLATE:
        raise InvalidMessage("The encoding of the message is not known.")
    if ("SigAlg" in raw) != ("Signature" in raw):
        raise InvalidMessage("A signed query must have SigAlg and Signature.")
    relay_state = raw.get(RELAY_STATE)
    signed = [name for name in (parameters[0], RELAY_STATE, "SigAlg") if name in raw]
    return RedirectMessage(
        parameter=parameters[0],
        xml=inflate(from_base64(_decoded(raw[parameters[0]]))),
        relay_state=None if relay_state is None else checked_relay_state(_decoded(relay_state)),
        signature_algorithm=_decoded(raw["SigAlg"]) if "SigAlg" in raw else None,
        signature=from_base64(_decoded(raw["Signature"])) if "Signature" in raw else None,
        signed_octets="&".join(f"{name}={raw[name]}" for name in signed).encode(),
    )


def post_value(message: XmlElement) -> str:
    """Return the value of the form field for a message of the POST binding."""
    return b64encode(message.serialized()).decode()


def read_post(value: str) -> bytes:
    """Return the message in a form field of the POST binding. Raises InvalidMessage."""
    # Base64 has four characters for three octets, and line breaks.
    if len(value) > 2 * MESSAGE_LIMITS.octets:
        raise InvalidMessage("The message is too long.")
    return from_base64(value)


def checked_relay_state(value: str) -> str:
    """Return a relay state. Raises InvalidMessage if it is too long."""
    if len(value) > LONGEST_RELAY_STATE:
        raise InvalidMessage("The relay state is too long.")
    return value


def from_base64(text: str) -> bytes:
    """Return the octets in a Base64 text, which may have line breaks. Raises InvalidMessage."""
    try:
        return b64decode("".join(text.split()), validate=True)
    except ValueError as error:
        raise InvalidMessage("The message is not in Base64.") from error


def from_base64url(text: str) -> bytes:
    """Return the octets in a base64url text, with or without padding (RFC 7522, section 2.1). Raises InvalidMessage."""
    bare = text.rstrip("=")
    try:
        return b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise InvalidMessage("The assertion is not in base64url.") from error


def inflate(compressed: bytes) -> bytes:
    """Return decompressed octets, at most as many as a message may have. Raises InvalidMessage."""
    decompressor = zlib.decompressobj(wbits=_RAW)
    try:
        content = decompressor.decompress(compressed, MESSAGE_LIMITS.octets + 1)
    except zlib.error as error:
        raise InvalidMessage("The message is not compressed with DEFLATE.") from error
    if len(content) > MESSAGE_LIMITS.octets:
        raise InvalidMessage("The message is too long.")
    if not decompressor.eof or decompressor.unused_data:
        raise InvalidMessage("The compressed message is not complete, or something follows it.")
    return content


def _query(parts: list[tuple[str, str]]) -> str:
    return "&".join(f"{name}={quote(value, safe='')}" for name, value in parts)


def _raw_values(query: str) -> dict[str, str]:
    """Return the values of the parameters of this binding as they were sent, others left out."""
    raw: dict[str, str] = {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if name in raw:
            raise InvalidMessage("A parameter occurs twice.")
        if name in _READ:
            raw[name] = value
    return raw


def _decoded(value: str) -> str:
    try:
        return unquote_to_bytes(value.replace("+", " ")).decode()
    except UnicodeDecodeError as error:
        raise InvalidMessage("A parameter is not in UTF-8.") from error
