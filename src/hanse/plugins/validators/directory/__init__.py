"""The LDAP validator: finds the user in a directory and binds with the password."""
