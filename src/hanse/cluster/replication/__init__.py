"""Replication: how an engine gets the published configuration.

`shipment` reads what has changed since what the engine has, `replica` is the engine's own copy on disk, `replicator`
takes over one thing after the other and says how far it is, and `channel` wakes it up when something was published.
The copy is a database of the same form as the one all nodes share, so that an engine serves from it whether or not that
one can be reached; secrets in it are sealed as they are there.
"""
