"""Run-time state: what the server must remember between requests, apart from configuration.

`contracts` says what a store of state does; `sqlite` and `postgresql` implement it and pass one conformance suite
(`tests/conformance/state`). Every method is one transaction. Values that grant something are stored as SHA-256 only
(`digest`), what is known of users is sealed. Times are seconds since the epoch, in UTC.
"""
