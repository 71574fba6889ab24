"""The adapter that signs users in with the ticket of their Windows or Kerberos log-on."""
