"""The clients of all sources in use, one for each combination of settings."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanse.data_stores.background_work import Background, never
from hanse.data_stores.recent_checks import RecentChecks
from hanse.data_stores.settings import DatabaseSettings, DirectorySettings, HttpSettings
from hanse.kit.http.outgoing_addresses import Network, OutgoingAddresses

if TYPE_CHECKING:
    from hanse.data_stores.database import DatabaseClient
    from hanse.data_stores.http_client import HttpClient
    from hanse.data_stores.ldap import Directory
    from hanse.data_stores.srv import MakeResolver

# More than an installation has; older ones are closed when new ones are added, and so are those with changed settings.
MOST_CLIENTS = 64


class DataStoreClients:
    """Returns clients. Changed settings lead to a new client, so that a change applies at once."""

    def __init__(
        self,
        folder: Path,
        tags: Collection[str] = (),
        background: Background = never,
        make_resolver: "MakeResolver | None" = None,
        *,
        networks: Sequence[Network] = (),
    ) -> None:
        """`folder` is the folder of databases that are files; `tags` are this node's.

        `background` calls a function on another thread: pools are filled there. Without `make_resolver` the machine's
        DNS settings are used. `networks` are the private networks in which services may be reached over HTTP.
        """
        self._addresses = OutgoingAddresses(networks)
        self._make_resolver = make_resolver
        self._background = background
        self.folder = folder
        self.tags = frozenset(tags)
        self.recent_checks = RecentChecks()
        self._lock = threading.Lock()
        self._clients: OrderedDict[Any, Any] = OrderedDict()

    def directory(self, settings: DirectorySettings) -> "Directory":
        """Return the client of a directory."""
        found: Directory = self._client(settings, self._directory_of)
        return found

    def tables(self, settings: DatabaseSettings) -> "DatabaseClient":
        """Return the client of a database."""
        from hanse.data_stores.database import DatabaseClient  # noqa: PLC0415 - most servers have no database to look into.

        found: DatabaseClient = self._client(settings, lambda found: DatabaseClient(found, self._background))
        return found

    def http(self, settings: HttpSettings) -> "HttpClient":
        """Return the client of a service."""
        # Imported here, because most servers have no such service, and the library takes a quarter of a second.
        from hanse.data_stores.http_client import HttpClient  # noqa: PLC0415 - the comment above says why.

        found: HttpClient = self._client(settings, lambda found: HttpClient(found, self._addresses))
        return found

    def close(self) -> None:
        """Close all clients."""
        with self._lock:
            while self._clients:
                self._clients.popitem()[1].close()

    def _directory_of(self, settings: DirectorySettings) -> "Directory":
        # Imported here, because a start does not need it: the library takes as long to import as all others together.
        from hanse.data_stores.ldap import Directory  # noqa: PLC0415 - the comment above says why.

        return Directory(settings, background=self._background, make_resolver=self._make_resolver)

    def _client(self, settings: Any, make: Callable[[Any], Any]) -> Any:
        with self._lock:
            client = self._clients.get(settings)
            if client is None:
                client = self._clients[settings] = make(settings)
            self._clients.move_to_end(settings)
            while len(self._clients) > MOST_CLIENTS:
                self._clients.popitem(last=False)[1].close()
        return client
