"""What keeps a server from starting and a person can put right; each message says how."""

from hanse.app.folder import UnusableFolder
from hanse.kit.http.sockets import CannotListen
from hanse.kit.http.tls import UnusableCertificate
from hanse.kit.options import OptionsError

CANNOT_START = (CannotListen, OptionsError, UnusableFolder, UnusableCertificate)
