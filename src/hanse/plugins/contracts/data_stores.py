"""The interface of custom data stores, which look attributes of users up in systems other than LDAP and databases."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from hanse.config.declare.plugin_fields import Field
from hanse.data_stores.settings import HttpAnswer, HttpRequest, HttpSettings, Values

KIND = "customDataStore"
# The values of one user by the names of the attributes.
Found = Mapping[str, Sequence[str]]


class HttpSender(Protocol):
    """Sends requests to a service, with connections that are kept."""

    def send(self, request: HttpRequest) -> HttpAnswer:
        """Return the answer, whatever its status. Raises SourceUnreachable and SourceFailed."""
        ...


class DataStoreServices(Protocol):
    """The server's services for data stores."""

    @property
    def tags(self) -> frozenset[str]:
        """Return the tags of this node."""
        ...

    def http(self, settings: HttpSettings) -> HttpSender:
        """Return the client for a service. It only reaches public hosts, and networks that the operator allows."""
        ...


class CustomDataStore(Protocol):
    """Looks attributes up. It is safe to call from several threads.

    It is created without its secrets where only its attributes and filter fields are needed.
    """

    @property
    def attributes(self) -> Sequence[str]:
        """Return the names of the attributes that it can find."""
        ...

    @property
    def filter_fields(self) -> Sequence[Field]:
        """Return the fields with which an attribute source selects a user."""
        ...

    def check(self, services: DataStoreServices) -> None:
        """Test the connection. Raises `data_stores.settings.SourceFailed`."""
        ...

    def look_up(self, filters: Mapping[str, str], values: Values, services: DataStoreServices) -> Found:
        """Return the attributes of one user; nothing if there is no such user.

        `filters` are templates by the names of the filter fields, and `values` what they can refer to: each has a
        value or a default. Raises SourceFailed.
        """
        ...
