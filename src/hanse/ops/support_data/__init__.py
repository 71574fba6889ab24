"""Support data: one ZIP archive of each selected node, for those who help with a problem.

A collection is one row of `support_archive` for each node, written by the console that was asked (`archives`). Every
node looks for rows addressed to it and takes them (`worker`); what it gathers (`archive_writer`, `content`) goes
through the ZIP writer into `support_chunk`, a chunk at a time, so that neither the logs nor the archive are ever whole
in memory. While a node works it renews its row's deadline. A row whose deadline has passed is FAILED for every reader
at once: the node stopped, or never began.

There is never more than one collection in progress. The newest few are kept, and none for longer than a week.

No archive holds a secret: secret fields are replaced by a word, whatever they are sealed with, log lines were cleaned
when they were written, and variables and options are cleaned by name. The passphrase of an encrypted archive is sealed
in its row until the node takes it, and nowhere after that.
"""
