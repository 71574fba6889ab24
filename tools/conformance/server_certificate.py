"""The certificate that the engine presents in plans of FAPI 1, which allow only suites with RSA keys for TLS 1.2.

See FAPI 1.0 Part 2, section 8.5. An administrator of such a server makes the same choice on the page of the SSL server
certificates.
"""

from typing import Final

from hanse import handles
from tools.conformance.admin_api import AdminApi

_ID: Final = "conformance-rsa-server"


def present_rsa_certificate(api: AdminApi) -> None:
    """Make a certificate with an RSA key the only one that the engine presents. Raises RefusedError."""
    body = {
        "id": _ID,
        "commonName": "localhost",
        "subjectAlternativeNames": ["localhost"],
        "organization": "Hanse",
        "country": "DE",
        "validDays": 30,
        "keyAlgorithm": "RSA",
        "keySize": 2048,
    }
    api.create_once(handles.SSL_SERVER_KEY_PAIRS.path, body, call="generate")
    api.change(handles.SSL_SERVER_SETTINGS.path, runtimeServerCertRef={"id": _ID}, activeRuntimeServerCerts=[])
