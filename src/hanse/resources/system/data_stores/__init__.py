"""Data stores: directories and databases that attributes of users come from, and passwords are checked at.

`model` is what is stored, flat with a `type`, as the contract's clients send it; `defaults` and `rules` are what each
type makes of it. `clients` turns a stored one into the settings that `hanse.data_stores` works with: other parts call
`open_directory` and `open_tables` with a view and an id, and have a client. `connection_check` connects for real,
before a save and when it is asked to (`actions`).
"""

from hanse.resources.system.data_stores.clients import open_directory, open_tables
from hanse.resources.system.data_stores.resource import DATA_STORES

__all__ = ["DATA_STORES", "open_directory", "open_tables"]
