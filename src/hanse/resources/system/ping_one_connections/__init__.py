"""Connections to the cloud identity service.

    PING_ONE_CONNECTIONS            what is kept of a connection, and how a save of it is checked
    connection_operations(registry) the calls about one connection: its status, environments, users and services

A credential is checked with its region before the transaction of a save is opened, and no transaction is open while
the region is asked anything: a cloud that does not answer holds up whoever asks, and nobody else.
"""
