"""Nodes, replication and console roles.

PostgreSQL is the only place where nodes meet: none opens a port to another. `schema` has the tables, `identity` who
this node is, `node_table` the table of all, `membership` keeps this node's row alive. `publication` says what engines
are to have, `console_roles` which console may change it, and `overseer` has the cluster's say in every change. `status`
is what people are shown of all that, and `operations` has the calls, which `clustered` answers in a cluster and
`standalone` without.
"""
