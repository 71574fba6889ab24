"""The trusted certificate authorities, for the outgoing connections of several areas."""

from textwrap import wrap
from typing import Final

import structlog

from hanse import handles
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery

LOG = structlog.stdlib.get_logger("hanse.trusted-cas")
# RFC 7468, section 5.1.
_PEM: Final = "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n"


def trusted_authorities(view: View) -> str:
    """Return the certificates of the trusted authorities, as PEM."""
    if not view.knows(handles.TRUSTED_CAS):
        return ""
    page = view.list(handles.TRUSTED_CAS, ListQuery())
    LOG.debug("trusted CAs loaded", subjects=[each.body.get("subjectDN") for each in page.items])
    # A damaged document must not keep the other authorities from being trusted.
    found = (each.body.get("certificate") for each in page.items)
    return "".join(authority_pem(certificate) for certificate in found if isinstance(certificate, str))


def authority_pem(certificate: str) -> str:
    """Return a stored certificate as PEM."""
    return _PEM.format("\n".join(wrap(certificate, 64)))
