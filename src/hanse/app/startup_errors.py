"""Errors that prevent a start and that a person can correct; each message has the remedy."""

from hanse.app.data_folder import UnusableFolder
from hanse.app.supervisor import StartFailed
from hanse.config.migrate import SchemaTooNew
from hanse.config.secrets.masterkey import MasterKeyError
from hanse.kit.errors import Unavailable
from hanse.kit.http.sockets import CannotListen
from hanse.kit.http.tls import UnusableCertificate
from hanse.kit.options import OptionsError
from hanse.ops.license.trust import TrustAnchorRefused

CANNOT_START = (
    CannotListen,
    MasterKeyError,
    OptionsError,
    SchemaTooNew,
    StartFailed,
    TrustAnchorRefused,
    Unavailable,
    UnusableCertificate,
    UnusableFolder,
)
