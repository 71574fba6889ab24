"""SAML assertions issued and consumed per second on one core, compared with bare signatures and canonicalization.

For each algorithm, batches alternate: a response with a signed assertion is made, from the data classes to the bytes
that are sent; the same response is consumed, from those bytes to a checked assertion; and the bare work of each, which
is one canonicalization, one digest and one signature or verification of an assertion of this size. The figures are
medians.

    python -m bench.saml [--rounds 15]
"""

import argparse
import statistics
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import NameOID

from bench.token_manager import rate
from hanse.crypto.key_pairs import EC, RSA, generate_key
from hanse.crypto.xml.algorithms import MODERN, SIGNATURE_ALGORITHMS, sign_octets, verify_octets
from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.kit.randomness import SystemRandomness
from hanse.saml.assertion_checks import ClockTolerance, Recipient, check_bearer
from hanse.saml.assertions import Assertion, AuthnStatement, Conditions, Subject, SubjectConfirmation
from hanse.saml.attributes import SamlAttribute
from hanse.saml.envelopes import Header, SignatureTrust, open_envelope
from hanse.saml.name_ids import NameId
from hanse.saml.responses import RESPONSE, SamlResponse, read_response
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id
from hanse.saml.xml_names import CONTEXT_PROTECTED_TRANSPORT, NAMEID_EMAIL

# The size of a batch: about a tenth of a second on a recent core.
BATCH = 150
KEYS = {"SHA256withRSA": (RSA, 2048), "SHA256withECDSA": (EC, 256)}
IDP, SP, ACS = "https://idp.example.com", "https://sp.example.com", "https://sp.example.com/sp/ACS.saml2"


def signing_key(algorithm: str) -> XmlSigningKey:
    """Return a new key with a self-signed certificate."""
    private = generate_key(*KEYS[algorithm])
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "bench")]), datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(private.public_key())
    builder = builder.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=1))
    return XmlSigningKey(private, builder.sign(private, hashes.SHA256()))


def new_assertion() -> Assertion:
    """Return an assertion about a user with six attributes."""
    now, randomness = datetime.now(UTC), SystemRandomness()
    end = now + timedelta(minutes=5)
    confirmation = SubjectConfirmation(recipient=ACS, not_on_or_after=end, in_response_to="_request")
    names = ("mail", "givenName", "sn", "department", "employeeNumber")
    return Assertion(
        id=new_saml_id(randomness),
        issue_instant=now,
        issuer=IDP,
        subject=Subject(NameId("joe@example.com", NAMEID_EMAIL), (confirmation,)),
        conditions=Conditions(now - timedelta(minutes=5), end, ((SP,),)),
        authn_statements=(AuthnStatement(now, new_saml_id(randomness), None, CONTEXT_PROTECTED_TRANSPORT),),
        attributes=(
            *(SamlAttribute(name, ("a value of usual length",)) for name in names),
            SamlAttribute("groups", ("readers", "writers", "administrators")),
        ),
    )


def issue(key: XmlSigningKey, algorithm: str) -> bytes:
    """Return a new response with a signed assertion."""
    assertion = new_assertion()
    signed = sign_enveloped(assertion.to_element(), key, algorithm=algorithm)
    header = Header(new_saml_id(SystemRandomness()), assertion.issue_instant, IDP, ACS, "_request")
    return SamlResponse(header, Status(), signed).to_element().serialized()


def consume(data: bytes, trust: SignatureTrust) -> None:
    """Read and check a response."""
    found = read_response(open_envelope(data, [RESPONSE]), trust).assertion
    assert found is not None
    check_bearer(found, Recipient([SP], [ACS], ["_request"]), datetime.now(UTC), ClockTolerance())


def compare(algorithm: str, rounds: int) -> None:
    """Print a line for issuing and one for consuming."""
    key, chosen = signing_key(algorithm), SIGNATURE_ALGORITHMS[algorithm]
    data, trust, element = issue(key, algorithm), SignatureTrust([key.certificate]), new_assertion().to_element()
    canonical = element.canonical()
    signature, public = sign_octets(key.private, chosen, canonical), key.certificate.public_key()

    def bare_signing() -> bytes:
        return sign_octets(key.private, chosen, sha256(element.canonical()).digest())

    def bare_verifying() -> None:
        sha256(element.canonical()).digest()
        verify_octets(public, chosen.uri, canonical, signature, MODERN)

    _line(f"{algorithm} issued", bare_signing, lambda: issue(key, algorithm), rounds)
    _line(f"{algorithm} consumed", bare_verifying, lambda: consume(data, trust), rounds)


def _line(name: str, bare: Callable[[], object], whole: Callable[[], object], rounds: int) -> None:
    figures = [(rate(bare, BATCH), rate(whole, BATCH)) for _ in range(rounds)]
    slow, fast = (statistics.median(each) for each in zip(*figures, strict=True))
    share = 100 * statistics.median(each[1] / each[0] for each in figures)
    print(f"{name:<26} {slow:10,.0f}/s bare  {fast:10,.0f}/s whole  {share:5.1f} %")


def main() -> None:
    """Compare both algorithms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    for algorithm in KEYS:
        compare(algorithm, given.rounds)


if __name__ == "__main__":
    main()
