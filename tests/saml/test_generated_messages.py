"""Generated messages survive writing and reading, and no mutation of a signed message changes what is accepted."""

import string
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.errors import XmlRefused
from hanse.saml.assertions import (
    Assertion,
    AuthnStatement,
    Conditions,
    Subject,
    SubjectConfirmation,
    read_assertion,
)
from hanse.saml.attributes import SamlAttribute
from hanse.saml.bindings import SAML_REQUEST, read_redirect, redirect_query
from hanse.saml.envelopes import Body, Header, open_envelope
from hanse.saml.logout import SamlLogoutRequest, read_logout_request
from hanse.saml.name_ids import NameId
from hanse.saml.requests import (
    AUTHN_REQUEST,
    AuthnRequest,
    NameIdPolicy,
    RequestedAuthnContext,
    Scoping,
    read_authn_request,
)
from hanse.saml.responses import RESPONSE, read_response
from hanse.saml.statuses import Status
from tests.support.saml import assertion, response, saml_key

PARTNER = saml_key()
# Text that XML 1.0 can have. Readers drop spaces around a text.
TEXT = (
    st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff"),
        min_size=1,
        max_size=40,
    )
    .map(str.strip)
    .filter(bool)
)
ID = st.text(string.ascii_letters + string.digits + "_-.", min_size=1, max_size=40).map(lambda text: f"_{text}")
INSTANT = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(  # noqa: DTZ001 - Hypothesis adds the zone next.
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000, tzinfo=UTC)
)


def maybe(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | strategy


def several(strategy: st.SearchStrategy[object], least: int = 0) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(strategy, min_size=least, max_size=3).map(tuple)


NAME_ID = st.builds(NameId, TEXT, maybe(TEXT), maybe(TEXT), maybe(TEXT), maybe(TEXT))
HEADER = st.builds(Header, ID, INSTANT, TEXT, maybe(TEXT), maybe(ID), maybe(TEXT))
REQUEST = st.builds(
    AuthnRequest,
    HEADER,
    acs_url=maybe(TEXT),
    protocol_binding=maybe(TEXT),
    attribute_index=maybe(st.integers(0, 65535)),
    force_authn=st.booleans(),
    is_passive=st.booleans(),
    provider_name=maybe(TEXT),
    subject=maybe(NAME_ID),
    name_id_policy=maybe(st.builds(NameIdPolicy, maybe(TEXT), maybe(TEXT), st.booleans())),
    context=maybe(
        st.builds(RequestedAuthnContext, several(TEXT, 1), st.just(()), st.sampled_from(["exact", "better"]))
    ),
    scoping=maybe(st.builds(Scoping, maybe(st.integers(0, 65535)), several(TEXT), several(TEXT))),
)
CONFIRMATION = st.builds(SubjectConfirmation, TEXT, maybe(TEXT), maybe(INSTANT), maybe(INSTANT), maybe(ID), maybe(TEXT))
ASSERTION = st.builds(
    Assertion,
    ID,
    INSTANT,
    TEXT,
    maybe(st.builds(Subject, maybe(NAME_ID), several(CONFIRMATION))),
    maybe(
        st.builds(
            Conditions,
            maybe(INSTANT),
            maybe(INSTANT),
            several(several(TEXT, 1)),
            st.booleans(),
            maybe(st.integers(0, 1000)),
        )
    ),
    several(st.builds(AuthnStatement, INSTANT, maybe(TEXT), maybe(INSTANT), maybe(TEXT), maybe(TEXT), several(TEXT))),
    several(st.builds(SamlAttribute, TEXT, several(TEXT), maybe(TEXT), maybe(TEXT))),
)


@given(ASSERTION)
def test_assertions_are_read_as_they_were_written(generated: Assertion) -> None:
    assert read_assertion(parse_document(generated.to_element().serialized()).root) == generated


@given(REQUEST, maybe(TEXT))
def test_requests_are_read_as_they_were_written(generated: AuthnRequest, relay_state: str | None) -> None:
    query = redirect_query(generated.to_element(), parameter=SAML_REQUEST, relay_state=relay_state)
    message = read_redirect(query)
    body = message.body(open_envelope(message.xml, [AUTHN_REQUEST]), PARTNER.trust)
    assert (read_authn_request(body), message.relay_state) == (generated, relay_state)


@given(st.builds(SamlLogoutRequest, HEADER, NAME_ID, several(TEXT), maybe(INSTANT), maybe(TEXT)))
def test_logout_requests_are_read_as_they_were_written(generated: SamlLogoutRequest) -> None:
    assert read_logout_request(Body(parse_document(generated.to_element().serialized()).root, False)) == generated


@settings(max_examples=25)
@given(ASSERTION)
def test_signed_assertions_verify(generated: Assertion) -> None:
    message = response(PARTNER.sign(generated.to_element()))
    message = type(message)(Header("_r", generated.issue_instant, generated.issuer), Status(), message.assertion)
    envelope = open_envelope(message.to_element().serialized(), [RESPONSE])
    assert read_response(envelope, PARTNER.trust).assertion == generated


SIGNED = {
    "assertion": response(PARTNER.sign(assertion().to_element())).to_element().serialized(),
    "response": PARTNER.sign(response(assertion().to_element()).to_element()).serialized(),
    "both": PARTNER.sign(response(PARTNER.sign(assertion().to_element())).to_element()).serialized(),
}


@settings(max_examples=400)
@given(st.sampled_from(sorted(SIGNED)), st.data())
def test_a_mutated_message_is_never_accepted_with_other_content(which: str, data: st.DataObject) -> None:
    message = SIGNED[which]
    for _ in range(data.draw(st.integers(1, 3))):
        message = _mutated(message, data)
    try:
        found = read_response(open_envelope(message, [RESPONSE]), PARTNER.trust)
    except XmlRefused:
        return
    assert found.assertion in (None, assertion())
    # A failure that nobody signed signs nobody in.
    assert found.assertion is not None or not found.status.is_success


def _mutated(message: bytes, data: st.DataObject) -> bytes:
    start = data.draw(st.integers(0, len(message)))
    end = min(len(message), start + data.draw(st.integers(0, 60)))
    kind = data.draw(st.sampled_from(["delete", "insert", "copy", "move element"]))
    if kind == "delete":
        return message[:start] + message[end:]
    if kind == "insert":
        piece = data.draw(
            st.sampled_from([b"<!-- x -->", b"<x/>", b"&amp;", b" ", b"evil", b"<?p x?>", b"&#0;", b"</x>"])
        )
        return message[:start] + piece + message[start:]
    if kind == "copy":
        place = data.draw(st.integers(0, len(message)))
        return message[:place] + message[start:end] + message[place:]
    root = parse_document(message).root if _parses(message) else None
    if root is None:
        return message
    nodes = list(root.node.iter())
    node, parent = data.draw(st.sampled_from(nodes)), data.draw(st.sampled_from(nodes))
    if node is not root.node and node not in (parent, *parent.iterancestors()):
        parent.insert(data.draw(st.integers(0, 3)), node)
    return root.serialized()


def _parses(message: bytes) -> bool:
    try:
        parse_document(message)
    except XmlRefused:
        return False
    return True
