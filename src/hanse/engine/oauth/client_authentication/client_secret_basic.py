"""`client_secret_basic`: identifier and secret in the Authorization field (RFC 6749, section 2.3.1; RFC 7617)."""

from base64 import b64decode
from binascii import Error as NotBase64
from typing import Final
from urllib.parse import unquote_plus

from hanse.engine.errors import InvalidClient
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.client_secret import SecretComparison
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.kit.http.request_log import header

# An identifier of 256 and a secret of 1024 characters, each octet percent-encoded and all of it in base64.
_MOST_OCTETS: Final = 32_768
_SCHEME: Final = b"basic "


class ClientSecretBasic(SecretComparison):
    """Reads the Authorization field."""

    name = "client_secret_basic"

    def present(self, request: Request, _form: Parameters) -> ClientCredentials | None:
        """Return the identifier and the secret.

        Raises InvalidClient for another scheme and for malformed credentials.
        """
        field = header(request.scope, b"authorization")
        if field is None:
            return None
        if field[:6].lower() != _SCHEME or len(field) > _MOST_OCTETS:
            raise InvalidClient("The Authorization header must use the Basic scheme.")
        try:
            text = b64decode(field[6:].strip(), validate=True).decode()
        except (NotBase64, UnicodeDecodeError) as error:
            raise InvalidClient("The Authorization header cannot be read.") from error
        client_id, colon, secret = text.partition(":")
        if not colon:
            raise InvalidClient("The Authorization header cannot be read.")
        if "%" not in text and "+" not in text:
            return ClientCredentials(client_id, (secret,))
        # Both parts should be form-encoded. Many clients omit that, so the secret is compared in its raw form as well.
        return ClientCredentials(_decoded(client_id), tuple(dict.fromkeys((_decoded(secret), secret))))


def _decoded(text: str) -> str:
    try:
        return unquote_plus(text, errors="strict")
    except UnicodeDecodeError as error:
        raise InvalidClient("The Authorization header cannot be read.") from error
