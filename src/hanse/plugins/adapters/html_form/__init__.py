"""The HTML form adapter: signs users in with a user name and a password."""
