"""Run-time state: everything that must be remembered between requests, apart from configuration.

`contracts` has the interfaces of the stores; `sqlite` and `postgresql` implement them and pass one conformance suite
(`tests/conformance/state`). Every method is one transaction. Values that grant access are stored as SHA-256 only
(`digest`), and data about users is sealed. Times are seconds since the epoch, in UTC.
"""
