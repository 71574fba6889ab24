"""Support data: one ZIP archive of each selected node, for troubleshooting.

A collection has one row of `support_archive` for each node, written by the console that received the request
(`archives`). Every node looks for rows addressed to it and takes them (`worker`); the collected data (`archive_writer`,
`content`) goes through the ZIP writer into `support_chunk`, one chunk at a time, so that neither the logs nor the
archive are ever complete in memory. While a node works it renews its row's deadline. A row whose deadline has passed is
FAILED for every reader: the node stopped, or never began.

There is never more than one collection in progress. The newest few are kept, and none for longer than a week.

No archive contains a secret: secret fields are replaced by a placeholder, log lines were redacted when they were
written, and variables and options are filtered by name. The passphrase of an encrypted archive is sealed in its row
until the node takes it, and deleted then.
"""
