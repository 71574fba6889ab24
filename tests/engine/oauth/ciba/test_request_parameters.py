"""The parser of request parameters: any input is accepted, or refused with an error of the specification."""

from hypothesis import given
from hypothesis import strategies as st

from hanse.engine.errors import InvalidBindingMessage, InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.oauth.ciba.request_parameters import (
    KNOWN,
    MOST_BINDING_MESSAGE,
    MOST_NOTIFICATION_TOKEN,
    HintName,
    read_parameters,
)

NAMES = st.sampled_from((*KNOWN, "unknown"))
BEARER = st.from_regex(r"[A-Za-z0-9._~+/-]{1,60}={0,3}", fullmatch=True)


@given(st.lists(st.tuples(NAMES, st.text(max_size=1100))))
def test_parameters_are_bounded_or_refused(pairs: list[tuple[str, str]]) -> None:
    try:
        found = read_parameters(Parameters(pairs))
    except (InvalidRequest, InvalidBindingMessage):
        return
    sent = dict(pairs)
    assert sum(1 for name, value in pairs if name in set(HintName) and value) == 1
    assert found.hint_value == sent[found.hint]
    assert len(found.binding_message) <= MOST_BINDING_MESSAGE
    assert found.binding_message.isprintable()
    assert len(found.notification_token) <= MOST_NOTIFICATION_TOKEN
    assert found.notification_token.isascii()
    assert " " not in found.notification_token
    assert found.requested_expiry is None or found.requested_expiry > 0


@given(st.sampled_from(tuple(HintName)), BEARER, st.integers(1, 10**8))
def test_valid_parameters_are_read_unchanged(hint: HintName, token: str, expiry: int) -> None:
    pairs = [
        (hint.value, "joe"),
        ("client_notification_token", token),
        ("requested_expiry", str(expiry)),
        ("binding_message", "Kasse 7 \N{EN DASH} 4711"),
        ("acr_values", "gold  silver gold"),
    ]
    found = read_parameters(Parameters(pairs))
    assert (found.hint, found.notification_token, found.requested_expiry) == (hint, token, expiry)
    assert found.acr_values == ("gold", "silver")
