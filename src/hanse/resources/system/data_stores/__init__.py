"""Data stores: directories, databases and services that provide user attributes; directories also check passwords.

`model` is the stored form, flat with a `type`, as clients of the API send it; `defaults` and `rules` depend on the
type. `clients` turns a stored data store into settings for `hanse.data_stores`: other packages call `open_directory`
and `open_tables` with a view and an id, and get a client. `connection_check` opens a real connection, before a save and
as an action (`actions`). `custom` has the data stores that plug-ins implement.
"""

from hanse.resources.system.data_stores.clients import open_directory, open_tables
from hanse.resources.system.data_stores.resource import CUSTOM_STORE_KIND, DATA_STORES

__all__ = ["CUSTOM_STORE_KIND", "DATA_STORES", "open_directory", "open_tables"]
