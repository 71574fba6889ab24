"""Administrators' actions on key pairs: generation, import, export, and certificate signing requests."""

from collections.abc import Mapping
from typing import Any

from hanse.config.declare.plugin_fields import Field, FieldType
from hanse.config.declare.ui.actions import ItemAction, file_download
from hanse.config.declare.ui.declaration import ItemForm
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.tweaks import Tweak, Tweaks
from hanse.config.declare.ui.variants import CreationForm
from hanse.config.declare.ui.widgets import ChoiceInput, Dependence, RowsInput, WidgetKind, WidgetOption
from hanse.crypto.key_pairs import KEY_ALGORITHMS, RSA
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.security.key_pairs.export import SHORTEST_PASSWORD
from hanse.resources.security.key_pairs.file_import import LONGEST_PASSWORD, KeyPairFile
from hanse.resources.security.key_pairs.generation import NewKeyPairSettings

_ID = Tweak(label="ID", help="Identifier in the API. If empty, the server creates one.")
IMPORT_PAIR = CreationForm(
    id="import",
    name="Import",
    description="Imports a private key and its certificates from a PKCS #12 or PEM file.",
    path="/import",
    model=KeyPairFile,
    left_out=frozenset({"cryptoProvider", "encryptedPassword", "format"}),
    tweaks={
        "fileData": Tweak(kind=WidgetKind.FILE, help="A private key with its certificates, in PKCS #12 or PEM."),
        "password": Tweak(kind=WidgetKind.SECRET, required=True),
        "id": _ID,
    },
)


def _algorithms(entered: Mapping[str, Any]) -> Tweaks:
    """Return the key sizes and signature algorithms for the chosen key algorithm."""
    chosen = KEY_ALGORITHMS.get(str(entered.get("keyAlgorithm") or RSA), KEY_ALGORITHMS[RSA])
    return {
        "keySize": Tweak(
            choice=ChoiceInput(options=tuple(WidgetOption(str(size), f"{size} bits") for size in chosen.key_sizes)),
            default=chosen.default_key_size,
        ),
        "signatureAlgorithm": Tweak(
            choice=ChoiceInput(options=tuple(WidgetOption(each, each) for each in chosen.signature_algorithms)),
            default=chosen.default_signature_algorithm,
        ),
    }


_CHOICE = Tweak(kind=WidgetKind.CHOICE, required=True, nullable=False)
CREATE = CreationForm(
    id="generate",
    name="Create New",
    description="The server creates a private key, which never leaves it unencrypted, and a certificate that the key"
    " signs itself. A certificate authority can sign it afterwards.",
    path="/generate",
    model=NewKeyPairSettings,
    left_out=frozenset({"cryptoProvider"}),
    tweaks={
        "commonName": Tweak(help="Name that identifies the key pair, such as sso.example.com."),
        "subjectAlternativeNames": Tweak(
            kind=WidgetKind.LINES,
            rows=RowsInput(),
            help="Host names, IP addresses, e-mail addresses or URIs, one per line.",
        ),
        "validDays": Tweak(label="Validity (days)", default=365, help="Validity of the certificate."),
        "keyAlgorithm": _CHOICE
        | Tweak(
            choice=ChoiceInput(options=tuple(WidgetOption(each, each) for each in KEY_ALGORITHMS)),
            default=RSA,
            dependence=Dependence(refreshes=True),
        ),
        **dict.fromkeys(("keySize", "signatureAlgorithm"), _CHOICE),
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
EXPORT_CERTIFICATE = file_download(
    "certificate",
    "Export Certificate",
    "Downloads the certificate and its chain in PEM format. The private key is not exported.",
    "/certificate",
)
REQUEST = file_download(
    "csr",
    "Generate CSR",
    "Downloads a certificate signing request for this key, to be sent to a certificate authority.",
    "/csr",
)
RESPONSE = ItemAction(
    id="csrResponse",
    name="Import CSR Response",
    description="Replaces the certificate with the one that the certificate authority issued for the request. The key "
    "does not change.",
    path="/csr",
    body=lambda parameters: {"fileData": parameters.get("fileData") or ""},
    parameters=(
        Field(
            name="fileData",
            label="Certificate File",
            description="File in PEM, DER or PKCS #7 format. It can include the certificates of the chain.",
            type=FieldType.UPLOAD_FILE,
            required=True,
        ),
    ),
    done="The certificate was replaced.",
)


def _export(id_: str, name: str, description: str) -> ItemAction:
    return ItemAction(
        id=id_,
        name=name,
        description=description,
        path=f"/{id_}",
        download=True,
        body=_password,
        parameters=(
            Field(
                name="password",
                label="Encryption Password",
                description=f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters. The password is not stored.",
                required=True,
                encrypted=True,
                maximum_length=LONGEST_PASSWORD,
            ),
            Field(
                name="repeated",
                label="Confirm Encryption Password",
                description="The same password again.",
                required=True,
                encrypted=True,
                maximum_length=LONGEST_PASSWORD,
            ),
        ),
    )


def _password(parameters: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the body of an export.

    The password is entered twice, because a mistyped one would make the file useless.
    """
    if parameters.get("password") != parameters.get("repeated"):
        raise ValidationFailed([FieldError("The passwords do not match.", "repeated", "passwords_differ")])
    return {"password": parameters.get("password") or ""}


EXPORT_KEY = _export(
    "pkcs12",
    "Export as PKCS #12",
    "Downloads the certificate and the encrypted private key. The export is recorded in the history.",
)
EXPORT_PEM = _export("pem", "Export as PEM", "Downloads the same in PEM format, for OpenSSL, web servers and scripts.")


def pair_form(create: CreationForm = CREATE) -> ItemForm:
    """Return the form of a family of key pairs, which are created or imported."""
    return ItemForm(
        layout=FormLayout(left_out=frozenset({"cryptoProvider", "rotationSettings"})), adding=(create, IMPORT_PAIR)
    )
