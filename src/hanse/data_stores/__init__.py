"""Where attributes of users come from beyond this server: directories (LDAP) and databases (SQL).

Values in, values out; nothing here knows configuration. `settings` says how a source is reached, `DataStoreClients`
(`client_pool`) keeps a client with a pool of connections for each and hands it out, and a client looks things up:
`ldap.Directory` by a filter, `database.DatabaseClient` by a condition. Both take templates with `${name}` in them, and
what users sent is never part of a filter's or a statement's text: it is escaped (RFC 4515, section 3) or bound.
Whatever does not work is a `SourceFailed`, whose message says so to an administrator; every call is bounded in time and
in rows.
"""
