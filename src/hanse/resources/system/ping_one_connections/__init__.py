"""Connections to the cloud identity service.

`resource` has the stored form and the checks of a save. `connection_operations(registry)` returns the operations on one
connection: its status, environments, users and services.

A credential is checked with its region before the transaction of a save begins, and no transaction is open during a
request to the region, so that a cloud that does not answer delays only the caller.
"""
