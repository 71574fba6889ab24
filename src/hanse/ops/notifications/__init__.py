"""Messages by e-mail about what happens to this server: its licence, its certificates, its administrators' accounts.

`ongoing_causes` and `account_changes` return the events to report, each under a key. `notifier` puts messages for
events that were not reported yet into the outbox, in one transaction with the keys, so that an event is reported once,
whichever console of a cluster finds it. `delivery` hands them to the publishers, and retries as often as the
publisher's settings allow.

Messages name what they are about and never hold a secret. The log has their keys and what servers answer.
"""
