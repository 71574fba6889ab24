"""Functions for network addresses, which CEL itself does not have."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


def in_network(address: str, network: str) -> bool:
    """Return whether an address is in a range such as `10.0.0.0/8`; an IPv4-mapped IPv6 address is compared as IPv4.

    Raises ValueError for malformed input (RFC 4632, RFC 4291).
    """
    return _unmapped(ip_address(address)) in ip_network(network)


def _unmapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    # RFC 4291, section 2.5.5.2: a listener for both address families reports IPv4 clients in this form.
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
