"""The closed list of regions: the only addresses that the server calls for a connection."""

import ipaddress
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from hanse.ops.cloud.failures import UnknownRegion

_NAME = re.compile(r"[A-Z][A-Z0-9_-]{0,31}", re.ASCII)
# The vendor's public regions and their top-level domains.
_VENDOR = {"NA": "com", "CA": "ca", "EU": "eu", "AP": "asia", "AU": "com.au", "SG": "sg"}
_TITLES = {
    "NA": "North America",
    "CA": "Canada",
    "EU": "Europe",
    "AP": "Asia Pacific",
    "AU": "Australia",
    "SG": "Singapore",
}
# The version of the management API that the server calls; answers of the admin API omit it.
_VERSION = "/v1"


@dataclass(frozen=True)
class Region:
    """The addresses of a region's two interfaces, without a slash at the end."""

    name: str
    management_api_endpoint: str
    authentication_api_endpoint: str

    @property
    def title(self) -> str:
        """Return the display name, such as North America; for regions that are not the vendor's, the name itself."""
        return _TITLES.get(self.name, self.name)

    @property
    def management_address(self) -> str:
        """Return the management endpoint as clients of the admin API know it, without the version."""
        return self.management_api_endpoint.removesuffix(_VERSION)


def vendor_domain(name: str) -> str:
    """Return the top-level domain of the vendor's consoles for a region. Raises ValueError."""
    if name.upper() not in _VENDOR:
        raise ValueError(f"must be one of {', '.join(_VENDOR)}")
    return _VENDOR[name.upper()]


class Regions(Mapping[str, Region]):
    """An immutable list of regions by name; names are case-insensitive."""

    def __init__(self, regions: Mapping[str, Region]) -> None:
        self._regions = {name.upper(): region for name, region in regions.items()}

    @classmethod
    def vendor(cls) -> Self:
        """Return the vendor's public regions."""
        domains = {name: f"pingone.{suffix}" for name, suffix in _VENDOR.items()}
        return cls(
            {
                name: Region(name, f"https://api.{domain}{_VERSION}", f"https://auth.{domain}")
                for name, domain in domains.items()
            }
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the list in the text of an option: `NA=http://127.0.0.1:9998,EU=https://api.example.eu`.

        An empty text means the vendor's regions; `from_addresses` describes addresses. Raises ValueError.
        """
        addresses: dict[str, str] = {}
        for entry in filter(None, (entry.strip() for entry in text.split(","))):
            name, _, address = (part.strip() for part in entry.partition("="))
            if name.upper() in addresses:
                raise ValueError(f"The region {name.upper()} is listed twice.")
            addresses[name.upper()] = address
        return cls.from_addresses(addresses)

    @classmethod
    def from_addresses(cls, addresses: Mapping[str, str]) -> Self:
        """Return the list in a setting, which replaces the vendor's; an empty one means the vendor's regions.

        An address is `http://127.0.0.1:9998` if one host serves both interfaces, or management and authentication
        separated by a bar: `https://api.example.eu/v1|https://auth.example.eu`. The management endpoint gets `/v1` if
        its address has no path.

        Raises ValueError, with a text for the administrator, if the setting is wrong.
        """
        if not addresses:
            return cls.vendor()
        return cls({name: _parse_entry(name.upper(), entry) for name, entry in addresses.items()})

    def find(self, name: str) -> Region:
        """Return a region; raises UnknownRegion if the list has none with this name."""
        region = self._regions.get(name.upper())
        if region is None:
            # The name comes from the credential. It is not repeated in the message, because it was not checked.
            known = ", ".join(self._regions)
            raise UnknownRegion(f"The credential's region is not one that this server connects to: {known}.")
        return region

    def __getitem__(self, name: str) -> Region:
        return self._regions[name.upper()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._regions)

    def __len__(self) -> int:
        return len(self._regions)


def _parse_entry(name: str, entry: str) -> Region:
    if not _NAME.fullmatch(name):
        raise ValueError(f"'{name}' is not a region's name: letters, digits, dashes and underscores.")
    first, _, second = (address.strip() for address in entry.partition("|"))
    management = _checked_address(first)
    authentication = _checked_address(second or first)
    return Region(name, management if urlsplit(management).path else f"{management}{_VERSION}", authentication)


def _checked_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in {"https", "http"} or not parts.hostname:
        raise ValueError(f"'{address}' is not an http or https address.")
    # Reading the port raises ValueError if it is not a number.
    if parts.port == 0 or parts.username is not None or parts.query or parts.fragment:
        raise ValueError(f"'{address}' can contain a host, a port and a path only.")
    # A credential must not leave the machine without encryption.
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        raise ValueError(f"'{address}' must be an https address; http is allowed for this machine only.")
    return address.rstrip("/")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
