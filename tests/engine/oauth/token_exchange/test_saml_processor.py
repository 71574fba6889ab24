"""The SAML 2.0 token processor: accepted and refused assertions of a trusted issuer (RFC 8693, section 3)."""

from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.resources.applications.token_exchange.processor_policies import TOKEN_EXCHANGE_POLICIES
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from hanse.saml.assertions import Assertion, Conditions, Subject
from hanse.saml.name_ids import NameId
from tests.engine.oauth.token.deployment import ISSUER, refused
from tests.engine.oauth.token_exchange.exchange_site import TOKEN_ENDPOINT, ExchangeSite
from tests.support.mappings import from_source
from tests.support.saml import ACS, SP, assertion, bearer, saml_key
from tests.support.token_exchange import PARTNER, SAML2, processor_mapping, processor_policy, saml_processor

KINDS = ("Issuer", "Subject")
CERTIFICATES = saml_key().certificate.public_bytes(Encoding.PEM).decode()


@pytest.fixture(autouse=True)
def processor(site: ExchangeSite) -> None:
    site.deployment.add(PROCESSORS, saml_processor(7, CERTIFICATES))
    fulfillment = {"subject": from_source("SUBJECT_TOKEN", "SAML_SUBJECT")}
    mapping = processor_mapping("processor-7", SAML2, attributeContractFulfillment=fulfillment)
    site.deployment.change(TOKEN_EXCHANGE_POLICIES, "exchange-0", processor_policy(0, mapping))


def change(site: ExchangeSite, **settings: str) -> None:
    site.deployment.change(PROCESSORS, "processor-7", saml_processor(7, CERTIFICATES, **settings))


def made(site: ExchangeSite, **changes: object) -> Assertion:
    """Return an assertion that is accepted, with changes."""
    now = datetime.fromtimestamp(int(site.deployment.engine.now()), UTC)
    confirmation = bearer(recipient=TOKEN_ENDPOINT, not_on_or_after=now + timedelta(minutes=5), in_response_to=None)
    usual = assertion(
        issuer=PARTNER,
        issue_instant=now,
        subject=Subject(NameId("joe"), (confirmation,)),
        conditions=Conditions(audiences=((ISSUER,),)),
        authn_statements=(),
    )
    return replace(usual, **changes)  # type: ignore[arg-type]  # The tests' own names of fields.


def token(content: Assertion, key: str = "partner", algorithm: str | None = None) -> str:
    signed = saml_key(key).sign(content.to_element(), algorithm)
    return urlsafe_b64encode(signed.serialized()).rstrip(b"=").decode()


def refuse(site: ExchangeSite, text: str) -> None:
    answer = site.exchange(text, subject_token_type=SAML2)
    assert refused(answer, 400, "invalid_request") == "The subject token is not valid."


def exchanged(site: ExchangeSite, text: str) -> str:
    answer = site.exchange(text, subject_token_type=SAML2)
    assert answer.status_code == 200, answer.text
    return str(site.claims(answer.json()["access_token"])["sub"])


def test_an_assertion_is_exchanged(site: ExchangeSite) -> None:
    assert exchanged(site, token(made(site))) == "joe"


def test_each_assertion_is_accepted_once_unless_a_setting_allows_more(site: ExchangeSite) -> None:
    text = token(made(site))
    exchanged(site, text)
    refuse(site, text)
    change(site, **{"Replay Prevention": "false"})
    exchanged(site, text)
    exchanged(site, text)


def test_assertions_for_others_are_refused(site: ExchangeSite) -> None:
    subject = made(site).subject
    assert subject is not None
    confirmation = subject.confirmations[0]
    for changes in (
        {"issuer": "https://other.example.com"},
        {"subject": None},
        {"subject": Subject(None, (confirmation,))},
        {"subject": Subject(NameId("joe"), (replace(confirmation, recipient=ACS),))},
        {"subject": Subject(NameId("joe"), (replace(confirmation, in_response_to="_request"),))},
        {"conditions": Conditions(audiences=((SP,),))},
        {"conditions": None},
    ):
        refuse(site, token(made(site, **changes)))


def test_an_application_exchanges_what_it_received_itself(site: ExchangeSite) -> None:
    subject = made(site).subject
    assert subject is not None
    confirmation = replace(subject.confirmations[0], recipient=ACS, in_response_to="_request")
    received = made(site, subject=Subject(NameId("joe"), (confirmation,)), conditions=Conditions(audiences=((SP,),)))
    refuse(site, token(received))
    change(site, Audience=f"x {SP}", Recipient=ACS)
    assert exchanged(site, token(received)) == "joe"


@pytest.mark.parametrize(("table", "column"), [(f"Valid Certificate {each} DNs", f"{each} DN") for each in KINDS])
def test_certificates_are_restricted_by_the_names_of_their_issuer_and_subject(
    site: ExchangeSite, table: str, column: str
) -> None:
    certificate = saml_key().certificate
    own = (certificate.subject if column == "Subject DN" else certificate.issuer).rfc4514_string()
    for names, is_accepted in ((["cn=somebody else"], False), (["cn=somebody else", own], True), ([], True)):
        body = saml_processor(7, CERTIFICATES, **{"Replay Prevention": "false"})
        rows = [{"fields": [{"name": column, "value": each}]} for each in names]
        body["configuration"]["tables"] = [{"name": table, "rows": rows}]
        site.deployment.change(PROCESSORS, "processor-7", body)
        if is_accepted:
            assert exchanged(site, token(made(site))) == "joe"
        else:
            refuse(site, token(made(site)))


def test_lifetimes_are_bounded(site: ExchangeSite) -> None:
    subject = made(site).subject
    assert subject is not None
    end = subject.confirmations[0].not_on_or_after
    assert end is not None
    long = replace(subject.confirmations[0], not_on_or_after=end + timedelta(hours=2))
    text = token(made(site, subject=Subject(NameId("joe"), (long,))))
    refuse(site, text)
    change(site, **{"Maximum Remaining Lifetime": "180"})
    exchanged(site, text)


def test_another_key_or_algorithm_is_refused(site: ExchangeSite) -> None:
    refuse(site, token(made(site), "other"))
    weak = token(made(site), algorithm="SHA1withRSA")
    refuse(site, weak)
    change(site, **{"Accept SHA-1 Signatures": "true"})
    exchanged(site, weak)


def test_signatures_of_an_expired_certificate_are_refused(site: ExchangeSite) -> None:
    site.deployment.engine.clock.advance(days=5000)
    refuse(site, token(made(site)))


@pytest.mark.parametrize("text", ["x", "%", "PGEvPg", "a.b.c", "\u00e9"])
def test_malformed_assertions_are_refused(site: ExchangeSite, text: str) -> None:
    refuse(site, text)


@pytest.mark.parametrize("missing", ["Issuer", "Certificates"])
def test_a_processor_without_a_trusted_issuer_refuses_all_assertions(site: ExchangeSite, missing: str) -> None:
    assert exchanged(site, token(made(site)))
    change(site, **{missing: ""})
    refuse(site, token(made(site)))
    # An assertion with an empty issuer is refused as well.
    refuse(site, token(made(site, issuer="")))
