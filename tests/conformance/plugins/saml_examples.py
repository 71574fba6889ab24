"""Example settings of the SAML 2.0 token processor, with an assertion that it accepts."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta

from cryptography.hazmat.primitives.serialization import Encoding

from hanse.plugins.conformance import NOW, Example
from hanse.plugins.conformance.token_keys import ISSUER
from hanse.saml.assertions import Conditions, Subject
from hanse.saml.name_ids import NameId
from tests.support.saml import assertion, bearer, saml_key
from tests.support.token_exchange import PARTNER


def assertions() -> Iterator[Example]:
    """Yield two examples for one assertion."""
    confirmation = bearer(recipient=ISSUER, not_on_or_after=NOW + timedelta(minutes=5))
    made = assertion(
        issuer=PARTNER,
        issue_instant=NOW,
        subject=Subject(NameId("joe"), (confirmation,)),
        conditions=Conditions(audiences=((ISSUER,),)),
        authn_statements=(),
    )
    token = urlsafe_b64encode(saml_key().sign(made.to_element()).serialized()).decode()
    certificates = saml_key().certificate.public_bytes(Encoding.PEM).decode()
    values = {"Issuer": PARTNER, "Certificates": certificates, "Recipient": ISSUER}
    yield Example(values=values, token=token)
    yield Example(values={**values, "Replay Prevention": "false", "Audience": f"{ISSUER} x"}, token=token)
