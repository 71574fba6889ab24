"""What the pages of certificates say beyond their declaration."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from hanse.admin.frames.areas import helps
from hanse.admin.frames.form.filling import EXPIRES_SOON
from hanse.admin.frames.form.presenting import Section
from hanse.admin.frames.form.variants import Adding, Ask, Tweaks
from hanse.admin.frames.form.widgets import Kind, Option
from hanse.config.plugins.fields import Field, FieldType
from hanse.crypto.key_pairs import KEY_ALGORITHMS, RSA
from hanse.resources.security.key_pairs.exporting import SHORTEST_PASSWORD
from hanse.resources.security.key_pairs.generating import NewKeyPairSettings
from hanse.resources.security.key_pairs.importing import LONGEST_PASSWORD, KeyPairFile
from hanse.resources.security.key_pairs.view import ends_soon
from hanse.resources.security.trusted_cas import X509File

STATUS, VALID = "status", "VALID"


def standing(body: Mapping[str, Any], now: datetime) -> Mapping[str, Any]:
    """Return a certificate with what is to be said of one that ends soon."""
    return {**body, STATUS: EXPIRES_SOON} if body[STATUS] == VALID and ends_soon(body, now) else body


_ID: dict[str, object] = {"label": "ID", "help": "What scripts refer to. The server makes one if this is left empty."}
IMPORT = Adding(
    path="/import",
    model=X509File,
    left_out=frozenset({"id", "cryptoProvider"}),
    tweaks={"fileData": {"kind": Kind.FILE, "help": "One certificate, in PEM or DER. It has not expired."}},
)
IMPORT_PAIR = Adding(
    id="import",
    name="Import",
    description="A private key with its certificates comes from a file, in PKCS #12 or PEM.",
    path="/import",
    model=KeyPairFile,
    left_out=frozenset({"cryptoProvider", "encryptedPassword", "format"}),
    tweaks={
        "fileData": {"kind": Kind.FILE, "help": "A private key with its certificates, in PKCS #12 or PEM."},
        "password": {"kind": Kind.SECRET, "required": True},
        "id": _ID,
    },
)


def _algorithms(entered: Mapping[str, Any]) -> Tweaks:
    """Return what a key of the algorithm that was chosen can have."""
    chosen = KEY_ALGORITHMS.get(str(entered.get("keyAlgorithm") or RSA), KEY_ALGORITHMS[RSA])
    return {
        "keySize": {
            "options": tuple(Option(str(size), f"{size} bits") for size in chosen.key_sizes),
            "default": chosen.default_key_size,
        },
        "signatureAlgorithm": {
            "options": tuple(Option(each, each) for each in chosen.signature_algorithms),
            "default": chosen.default_signature_algorithm,
        },
    }


_CHOICE: dict[str, object] = {"kind": Kind.CHOICE, "required": True, "nullable": False}
CREATE = Adding(
    id="generate",
    name="Create New",
    description="This server makes a private key, which never leaves it unencrypted, and a certificate that the key"
    " signs itself. A certificate authority can sign it afterwards.",
    path="/generate",
    model=NewKeyPairSettings,
    left_out=frozenset({"cryptoProvider"}),
    tweaks={
        "commonName": {"help": "The host name that browsers ask for, such as sso.example.com."},
        "subjectAlternativeNames": {
            "kind": Kind.LINES,
            "item": None,
            "help": "One to a line: host names, IP addresses, mailboxes or URIs. Browsers look at these alone.",
        },
        "validDays": {"label": "Validity (days)", "default": 365, "help": helps.KEYS["validDays"]},
        "keyAlgorithm": {
            **_CHOICE,
            "help": helps.KEYS["keyAlgorithm"],
            "options": tuple(Option(each, each) for each in KEY_ALGORITHMS),
            "default": RSA,
            "refreshes": True,
        },
        **{each: {**_CHOICE, "help": helps.KEYS[each]} for each in ("keySize", "signatureAlgorithm")},
        "id": _ID,
    },
    depending=_algorithms,
    sections=(
        Section(
            "Subject",
            (
                "commonName",
                "subjectAlternativeNames",
                "organization",
                "organizationUnit",
                "city",
                "state",
                "country",
            ),
        ),
        Section("Key and validity", ("keyAlgorithm", "keySize", "signatureAlgorithm", "validDays", "id")),
    ),
)
EXPORT_CERTIFICATE = Ask(
    id="certificate",
    name="Export Certificate",
    description="Downloads the certificate with those above it, in PEM. The key stays here.",
    path="/certificate",
    method="GET",
    download=True,
)
REQUEST = Ask(
    id="csr",
    name="Generate CSR",
    description="Downloads a request with which an authority issues a certificate for this key.",
    path="/csr",
    method="GET",
    download=True,
)
RESPONSE = Ask(
    id="csrResponse",
    name="Import CSR Response",
    description="Puts what an authority has issued for the request in place of the certificate. The key stays.",
    path="/csr",
    body=lambda parameters: {"fileData": parameters.get("fileData") or ""},
    parameters=(
        Field(
            name="fileData",
            label="Certificate File",
            description="PEM, DER or PKCS #7, with the certificates above it where there are any.",
            type=FieldType.UPLOAD_FILE,
            required=True,
        ),
    ),
    done="The certificate was replaced.",
)


def _export(id_: str, name: str, description: str) -> Ask:
    return Ask(
        id=id_,
        name=name,
        description=description,
        path=f"/{id_}",
        download=True,
        body=lambda parameters: {"password": parameters.get("password") or ""},
        parameters=(
            Field(
                name="password",
                label="Encryption Password",
                description=f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters. It is not stored anywhere.",
                required=True,
                encrypted=True,
                maximum_length=LONGEST_PASSWORD,
            ),
        ),
    )


EXPORT_KEY = _export(
    "pkcs12", "Export as PKCS #12", "Downloads certificate and private key, encrypted. The history notes the export."
)
EXPORT_PEM = _export("pem", "Export as PEM", "The same as text, for OpenSSL, web servers and scripts.")
EXPORT = Ask(
    id="export",
    name="Export",
    description="Downloads the certificate in PEM.",
    path="/file",
    method="GET",
    download=True,
)
