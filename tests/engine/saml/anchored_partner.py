"""A partner that signs with certificates of a CA, of which the server knows only the names."""

from typing import Any

import pytest

from hanse.resources.security.certificate_revocation.resource import REVOCATION_SETTINGS
from tests.engine.scripted_network import PlannedOutgoing
from tests.engine.signin.site import SignInSite
from tests.support.client_certificates import Authority, Certified
from tests.support.revocation import RESPONDER, Responder

NAMES = {"verificationSubjectDN": "CN=partner, O=Example", "verificationIssuerDN": "CN=Root, O=Example"}


def check_revocation(
    site: SignInSite, monkeypatch: pytest.MonkeyPatch, root: Authority, signer: Certified, **answers: Any
) -> PlannedOutgoing:
    """Switch on OCSP; the responder of the authority answers about the signer."""
    planned = PlannedOutgoing()
    for name in ("get", "post"):
        monkeypatch.setattr(site.engine.services.outgoing, name, getattr(planned, name))
    planned.responders[RESPONDER] = Responder(root, [signer], **answers)
    site.engine.save(REVOCATION_SETTINGS, {"ocspSettings": {}})
    return planned
