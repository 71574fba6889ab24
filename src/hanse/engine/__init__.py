"""The engine: endpoints for users, applications and partners.

`snapshot` is an immutable value of everything that a request needs, built from one consistent read of the configuration
and swapped as a whole; `keys` are the signing keys; `http` has the endpoints. A request takes the snapshot once, at its
start, and never reads the database for configuration: a save during a request applies to the next one.

The engine does not depend on the administration. `app` composes it and passes it to the listener.
"""
