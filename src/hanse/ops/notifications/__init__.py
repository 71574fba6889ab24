"""Notifications by e-mail about this server: its license, its certificates, and administrators' accounts.

`ongoing_causes` and `account_changes` return the events to report, each with a key. `notifier` puts messages for new
events into the outbox, in one transaction with the keys, so that an event is reported once, whichever console of a
cluster finds it. `delivery` passes them to the publishers, and retries as often as the publisher's settings allow.

Messages name their subject and never contain a secret. The log has their keys and the answers of mail servers.
"""
