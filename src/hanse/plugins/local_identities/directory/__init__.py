"""Users of a local identity profile who are entries of an LDAP directory.

`entry_form` converts users to entries and back, and `users` is their store. What a directory has no place for is in
records of the server, each with the ID of its user: the history, links to users of other systems, the last sign-in, and
the mark of a temporary password.
"""
