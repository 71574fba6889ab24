"""JWTs for clients, signed and encrypted according to each client's settings.

ID tokens, UserInfo responses, introspection responses and JARM responses all use these. `algorithm_names` has the JOSE
names of the configured algorithms, `client_keys` reads the public keys of clients, `signing` signs, and `encryption`
encrypts.
"""
