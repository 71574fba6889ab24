"""Nodes, replication and console roles.

Nodes communicate only through the PostgreSQL database: none opens a connection to another. `schema` has the tables,
`identity` the identity of this node, `node_table` the table of all nodes, `membership` keeps this node's row alive.
`publication` records which revisions engines should apply, `console_roles` which console may change the configuration,
and `overseer` checks every change for the cluster. `status` has the values that the API shows, and `operations` the
operations, which `clustered` answers in a cluster and `standalone` without one.
"""
