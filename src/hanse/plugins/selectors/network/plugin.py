"""Chooses by whether a request is from one of several networks."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from hanse.config.declare.plugin_fields import Field, Form, Table
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.plugins.contracts.selectors import KIND, NO, YES, SelectorRequest, SelectorResult

ATTRIBUTE, NETWORKS, NETWORK = "Result Attribute Name", "Networks", "Network Range (CIDR notation)"
IPV4_MAPPED = IPv6Network("::ffff:0:0/96")


class NetworkSelector:
    """Returns Yes or No; the interface is `contracts.selectors.Selector`."""

    def __init__(self, settings: Settings) -> None:
        self._attribute = settings.text(ATTRIBUTE)
        self._networks = [_network(row[NETWORK]) for row in settings.rows(NETWORKS)]
        if not self._networks:
            raise SettingRefused("A selector needs at least one network.", NETWORKS)

    def results(self, _values: Sequence[str]) -> Sequence[str]:
        """Return the two results."""
        return (YES, NO)

    def select(self, facts: SelectorRequest, _values: Sequence[str]) -> SelectorResult:
        """Return whether the address is in one of the networks, with the matching network if that is configured."""
        address = _address(facts.address)
        found = next((net for net in self._networks if address is not None and address in net), None)
        if found is None:
            return SelectorResult(NO)
        return SelectorResult(YES, {self._attribute: str(found)} if self._attribute else {})


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address. A socket for both versions reports IPv4-mapped addresses (RFC 4291, section 2.5.5.2)."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _network(text: str) -> IPv4Network | IPv6Network:
    """Return a network; a range of IPv4-mapped addresses becomes its IPv4 network, as addresses are compared so."""
    found = ip_network(text, strict=False)
    if isinstance(found, IPv6Network) and found.subnet_of(IPV4_MAPPED):
        return IPv4Network((int(found.network_address) & 0xFFFFFFFF, found.prefixlen - IPV4_MAPPED.prefixlen))
    return found


def _check_network(text: str) -> str | None:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return "Enter a network such as 192.0.2.0/24 or 2001:db8::/32."
    return None


CIDR = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.selectors.cidr.CIDRAdapterSelector",
    name="CIDR Authentication Selector",
    keywords=("IP address", "network"),
    make=NetworkSelector,
    form=Form(
        description="Returns Yes when the request comes from one of these networks, and No otherwise.",
        fields=(
            Field(
                name=ATTRIBUTE,
                description="Name of an attribute that holds the matching network, for later steps of the policy. If"
                " empty, no attribute is set.",
                maximum_length=256,
            ),
        ),
        tables=(
            Table(
                name=NETWORKS,
                required=True,
                description="IPv4 and IPv6 networks to compare the address with.",
                columns=(
                    Field(
                        name=NETWORK,
                        description="Network in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32.",
                        required=True,
                        maximum_length=64,
                        check=_check_network,
                        unique="This network is already in the list.",
                    ),
                ),
            ),
        ),
    ),
)
