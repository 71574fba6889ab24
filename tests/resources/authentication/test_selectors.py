"""The results of authentication selectors for requests."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.contracts.selectors import SelectorRequest
from hanse.plugins.selectors.authentication_context.plugin import REQUESTED_CONTEXT
from hanse.plugins.selectors.clients.plugin import CLIENT_SET
from hanse.plugins.selectors.extended_property.plugin import EXTENDED_PROPERTY
from hanse.plugins.selectors.network.plugin import CIDR
from hanse.plugins.selectors.request_parameter.plugin import HTTP_PARAMETER
from hanse.plugins.selectors.scopes.plugin import REQUESTED_SCOPES


def make_selector(plugin: Plugin[Any], values: dict[str, str] | None = None, rows: Sequence[str] = ()) -> Any:
    tables = {table.name: [{table.columns[0].name: text} for text in rows] for table in plugin.form.tables}
    return plugin.make(Settings("it", values or {}, tables))


@pytest.mark.parametrize(
    ("address", "result"),
    [
        ("192.0.2.7", "Yes"),
        ("::ffff:192.0.2.7", "Yes"),
        ("2001:db8::1", "Yes"),
        ("192.0.3.7", "No"),
        ("2001:db9::1", "No"),
        ("", "No"),
        ("unknown", "No"),
    ],
)
def test_the_network_selector_matches_client_addresses(address: str, result: str) -> None:
    selector = make_selector(CIDR, {"Result Attribute Name": "net"}, ["192.0.2.0/24", "2001:db8::/32"])
    found = selector.select(SelectorRequest(address=address), ())
    assert found.result == result
    assert set(found.attributes) == ({"net"} if result == "Yes" else set())
    assert result in selector.results(())


@given(st.ip_addresses(), st.integers(0, 32))
@settings(max_examples=50, deadline=None)
def test_every_address_is_in_its_own_network(address: Any, bits: int) -> None:
    # IPv4-mapped addresses are IPv4 addresses, so only ranges below their common 96 bits contain them.
    length = bits + 96 if getattr(address, "ipv4_mapped", None) else bits
    selector = make_selector(CIDR, {}, [f"{address}/{length}"])
    assert selector.select(SelectorRequest(address=str(address)), ()).result == "Yes"


@pytest.mark.parametrize(
    ("address", "result"), [("192.0.2.7", "Yes"), ("::ffff:192.0.2.7", "Yes"), ("192.0.3.7", "No")]
)
def test_a_network_of_ipv4_mapped_addresses_matches_ipv4_clients(address: str, result: str) -> None:
    selector = make_selector(CIDR, {}, ["::ffff:192.0.2.0/120"])
    assert selector.select(SelectorRequest(address=address), ()).result == result


@pytest.mark.parametrize("text", ["192.0.2.0/33", "somewhere", "192.0.2", "::/129", " "])
def test_invalid_networks_are_refused(text: str) -> None:
    assert CIDR.form.tables[0].columns[0].errors(text) is not None


ACR_PARAMETER = {"HTTP Request Parameter Name": "acr", "Case-Sensitive Matching": "true"}


def enabled(*results: str) -> dict[str, str]:
    return {**ACR_PARAMETER, **{f"Enable '{each}' Result Value": "true" for each in results}}


@pytest.mark.parametrize(
    ("values", "given_", "result"),
    [
        (ACR_PARAMETER, ["gold"], "gold"),
        (ACR_PARAMETER, ["Gold"], None),
        ({**ACR_PARAMETER, "Case-Sensitive Matching": "false"}, ["GOLD"], "gold"),
        (ACR_PARAMETER, ["tin", "silver", "gold"], "gold"),
        (ACR_PARAMETER, [], None),
        (ACR_PARAMETER, [""], None),
        (enabled("Any", "No Match"), ["tin"], "Any"),
        (enabled("No Match"), ["tin"], "No Match"),
        (enabled("No Match"), [], None),
        (enabled("Any", "Not in Request"), [""], "Not in Request"),
    ],
)
def test_the_parameter_selector_returns_the_matching_value(
    values: dict[str, str], given_: list[str], result: str | None
) -> None:
    selector = make_selector(HTTP_PARAMETER, values)
    found = selector.select(SelectorRequest(parameters={"acr": given_, "other": ["gold"]}), ("gold", "silver"))
    assert found.result == result
    assert result is None or result in selector.results(("gold", "silver"))


@pytest.mark.parametrize(
    ("changes", "values", "result"),
    [
        ({}, ["gold"], "gold"),
        ({}, ["silver", "gold"], "gold"),
        ({}, ["Gold"], None),
        ({"Case-Sensitive Matching": "false"}, ["GOLD"], "gold"),
        ({}, ["tin"], None),
        ({}, [], None),
        ({"Enable 'No Match' Result Value": "true"}, ["tin"], "No Match"),
        ({"Enable 'No Match' Result Value": "true"}, [], "No Match"),
        ({"Enable 'No Match' Result Value": "true"}, ["silver"], "silver"),
    ],
)
def test_the_first_result_value_that_the_property_has_is_chosen(
    changes: dict[str, str], values: list[str], result: str | None
) -> None:
    configured = {"Extended Property": "level", "Case-Sensitive Matching": "true", **changes}
    selector = make_selector(EXTENDED_PROPERTY, configured)
    found = selector.select(SelectorRequest(properties={"level": values, "other": ["gold"]}), ("gold", "silver"))
    assert found.result == result
    assert result is None or result in selector.results(("gold", "silver"))
    assert selector.select(SelectorRequest(), ("gold",)).result in (None, "No Match")


CONTEXT_SET = {"Add or Update AuthN Context Attribute": "true", "Override AuthN Context for Flow": "true"}
CONTEXT_OTHERS = {"Enable 'No Match' Result Value": "true", "Enable 'Not in Request' Result Value": "true"}


@pytest.mark.parametrize(
    ("values", "requested", "result"),
    [
        ({}, ["gold"], "gold"),
        ({}, ["tin", "silver", "gold"], "silver"),
        ({}, ["Gold"], None),
        ({}, ["tin"], None),
        ({}, [], None),
        (CONTEXT_OTHERS, ["tin"], "No Match"),
        (CONTEXT_OTHERS, [], "Not in Request"),
        (CONTEXT_OTHERS, ["No Match"], "No Match"),
    ],
)
def test_the_first_requested_context_of_the_contract_is_chosen(
    values: dict[str, str], requested: list[str], result: str | None
) -> None:
    selector = make_selector(REQUESTED_CONTEXT, {**CONTEXT_SET, **values})
    found = selector.select(SelectorRequest(contexts=requested), ("gold", "silver"))
    assert found.result == result
    assert result is None or result in selector.results(("gold", "silver"))
    # Only a context of the contract becomes the acr of the sign-in.
    assert found.context == (result if result in ("gold", "silver") else "")


@pytest.mark.parametrize(
    ("values", "context", "overrides"),
    [
        ({}, "gold", True),
        ({"Override AuthN Context for Flow": "false"}, "gold", False),
        ({"Add or Update AuthN Context Attribute": "false"}, "", False),
    ],
)
def test_the_chosen_context_is_reported_as_configured(values: dict[str, str], context: str, overrides: bool) -> None:
    found = make_selector(REQUESTED_CONTEXT, {**CONTEXT_SET, **values}).select(
        SelectorRequest(contexts=["gold"]), ("gold",)
    )
    assert (found.context, found.overrides_context) == (context, overrides)


def test_all_listed_scopes_and_any_listed_client_are_required() -> None:
    scopes, clients = make_selector(REQUESTED_SCOPES, {}, ["a", "b"]), make_selector(CLIENT_SET, {}, ["app", "other"])
    for requested, result in (({"a", "b", "c"}, "Yes"), ({"a"}, "No"), (set(), "No")):
        assert scopes.select(SelectorRequest(scopes=frozenset(requested)), ()).result == result
    for client, result in (("app", "Yes"), ("App", "No"), ("", "No")):
        assert clients.select(SelectorRequest(client_id=client), ()).result == result


@pytest.mark.parametrize("plugin", [CIDR, REQUESTED_SCOPES, CLIENT_SET], ids=lambda plugin: plugin.name)
def test_a_selector_without_choices_is_refused(plugin: Plugin[Any]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        make_selector(plugin)


@pytest.mark.parametrize(
    ("requested", "result"),
    [("pay:7:now", "Yes"), ("pay::now", "No"), ("pay:now", "No"), ("pay:7", "No"), ("pay:*", "No")],
)
def test_a_dynamic_scope_requires_a_value_for_its_variable_part(requested: str, result: str) -> None:
    selector = make_selector(REQUESTED_SCOPES, {}, ["pay:*:now"])
    assert selector.select(SelectorRequest(scopes=frozenset({"openid", requested})), ()).result == result
