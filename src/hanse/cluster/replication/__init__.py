"""Replication: the way of the published configuration to an engine.

`shipment` reads the changes since the engine's state, `replica` is the engine's own copy on disk, `replicator` applies
publications and reports the progress, and `channel` waits for notifications about publications. The copy is a database
with the same schema as the shared one, so that an engine can serve from it while the shared database is unreachable;
secrets in it are sealed in the same way.
"""
