"""What the pages of certificates say beyond their declaration."""

from hanse.admin.frames.variants import Adding, Ask
from hanse.admin.frames.widgets import Kind
from hanse.resources.security.key_pairs.importing import KeyPairFile
from hanse.resources.security.trusted_cas import X509File

IMPORT = Adding(
    path="/import",
    model=X509File,
    left_out=frozenset({"id", "cryptoProvider"}),
    tweaks={"fileData": {"kind": Kind.FILE, "help": "One certificate, in PEM or DER. It has not expired."}},
)
# One that is made anew comes from the API; here it comes from a file.
IMPORT_PAIR = Adding(
    path="/import",
    model=KeyPairFile,
    left_out=frozenset({"id", "cryptoProvider", "encryptedPassword", "format"}),
    tweaks={
        "fileData": {"kind": Kind.FILE, "help": "A private key with its certificates, in PKCS #12 or PEM."},
        "password": {"kind": Kind.SECRET, "required": True},
    },
)
EXPORT_CERTIFICATE = Ask(
    id="certificate",
    name="Export Certificate",
    description="Downloads the certificate with those above it, in PEM. The key stays here.",
    path="/certificate",
    method="GET",
)
REQUEST = Ask(
    id="csr",
    name="Certificate Signing Request",
    description="Downloads a request with which an authority issues a certificate for this key.",
    path="/csr",
    method="GET",
)
EXPORT = Ask(
    id="export",
    name="Export",
    description="Downloads the certificate in PEM.",
    path="/file",
    method="GET",
)
