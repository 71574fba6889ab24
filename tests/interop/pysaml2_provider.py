"""A SAML identity provider with pysaml2, run by the system's Python: its versions conflict with those of this project.

    /usr/bin/python3 pysaml2_provider.py FOLDER PORT

FOLDER has `idp.key` and `idp.crt`, and gets the metadata of the service provider as `sp.xml` before the first sign-in.
The name that a user enters selects the response: `joe.encrypted` is an encrypted assertion about joe, and
`joe.audience` one for another service provider.
"""

import sys
from base64 import b64encode
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from saml2 import BINDING_HTTP_REDIRECT, entity, sigver
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.config import IdPConfig
from saml2.metadata import create_metadata_string
from saml2.saml import NAMEID_FORMAT_UNSPECIFIED, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

FOLDER, URL = Path(sys.argv[1]), f"http://127.0.0.1:{sys.argv[2]}"
OTHER = "https://other.example.com"
# The library's own choice is Triple DES, which this server rightly refuses.
entity.pre_encryption_part = partial(sigver.pre_encryption_part, msg_enc="http://www.w3.org/2009/xmlenc11#aes256-gcm")
sigver.SecurityContext.encrypt_assertion.__defaults__ = ("aes-256", None)


def configuration(*partners: str) -> IdPConfig:
    """Return the settings, with the metadata files of partners."""
    certificate = {"key_file": str(FOLDER / "idp.key"), "cert_file": str(FOLDER / "idp.crt")}
    service = {
        "endpoints": {"single_sign_on_service": [(f"{URL}/sso", BINDING_HTTP_REDIRECT)]},
        "policy": {"default": {"lifetime": {"minutes": 5}}},
    }
    return IdPConfig().load(
        {
            "entityid": f"{URL}/metadata",
            "xmlsec_binary": "/usr/bin/xmlsec1",
            "service": {"idp": service},
            "metadata": {"local": list(partners)} if partners else {},
            **certificate,
        }
    )


def response_page(request: str, relay_state: str, entered: str) -> str:
    """Return the page that posts the response to a request."""
    user, _, wanted = entered.partition(".")
    server = Server(config=configuration(str(FOLDER / "sp.xml")))
    answered = server.response_args(server.parse_authn_request(request, BINDING_HTTP_REDIRECT).message)
    response = server.create_authn_response(
        {"mail": [f"{user}@partner.example.com"]},
        answered["in_response_to"],
        answered["destination"],
        OTHER if wanted == "audience" else answered["sp_entity_id"],
        name_id=NameID(format=NAMEID_FORMAT_UNSPECIFIED, text=user),
        authn={"class_ref": PASSWORDPROTECTEDTRANSPORT},
        sign_assertion=True,
        sign_response=False,
        encrypt_assertion=wanted == "encrypted",
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
    )
    return form(
        answered["destination"], {"SAMLResponse": b64encode(str(response).encode()).decode(), "RelayState": relay_state}
    )


def form(action: str, fields: dict[str, str]) -> str:
    """Return a page with a form."""
    inputs = "".join(f'<input name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items())
    return f'<form method="post" action="{escape(action)}">{inputs}<button name="go" value="go">Go</button></form>'


class Handler(BaseHTTPRequestHandler):
    """Answers browsers and the importer of the metadata."""

    def do_GET(self) -> None:
        """Send the metadata, or the page on which the user signs in."""
        parts = urlsplit(self.path)
        if parts.path == "/metadata":
            self._send(create_metadata_string(None, config=configuration()), "application/samlmetadata+xml")
        elif parts.path == "/sso":
            query = parse_qs(parts.query)
            fields = {name: query[name][0] for name in ("SAMLRequest", "RelayState")}
            self._send(form("/login", {**fields, "username": ""}).encode())
        else:
            self._send(b"The application.")

    def do_POST(self) -> None:
        """Send the page with the response."""
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        page = response_page(sent["SAMLRequest"][0], sent["RelayState"][0], sent["username"][0])
        self._send(page.encode())

    def _send(self, body: bytes, content_type: str = "text/html") -> None:
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
