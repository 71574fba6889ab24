"""What the pages of trusted CAs say beyond their declaration."""

from hanse.admin.frames.variants import Adding, Ask
from hanse.admin.frames.widgets import Kind
from hanse.resources.security.trusted_cas import X509File

IMPORT = Adding(
    path="/import",
    model=X509File,
    left_out=frozenset({"id", "cryptoProvider"}),
    tweaks={"fileData": {"kind": Kind.FILE, "help": "One certificate, in PEM or DER. It has not expired."}},
)
EXPORT = Ask(
    id="export",
    name="Export",
    description="Downloads the certificate in PEM.",
    path="/file",
    method="GET",
)
