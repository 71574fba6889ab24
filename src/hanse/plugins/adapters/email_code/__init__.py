"""The e-mail code adapter: a one-time code that is sent to the user's e-mail address."""
