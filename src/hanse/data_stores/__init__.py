"""Sources of user attributes outside of this server: directories (LDAP) and databases (SQL).

The package depends on values only and knows no configuration. `settings` has the connection settings,
`DataStoreClients` (`client_pool`) keeps a client with a pool of connections for each source, and a client looks things
up: `ldap.Directory` by a filter, `database.DatabaseClient` by a condition. Both take templates with `${name}` in them,
and values of users are never part of a filter's or a statement's text: they are escaped (RFC 4515, section 3) or bound.
Every failure is a `SourceFailed` with a message for administrators; every call is limited in time and in rows.
"""
