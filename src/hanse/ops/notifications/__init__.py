"""Messages by e-mail about what happens to this server: its licence, its certificates, its administrators' accounts.

`ongoing_causes` and `account_changes` say what there is to tell, each thing under a key. `notifier` puts messages for
what was not told yet into the outbox, in one transaction with the keys, so that a thing is told once whichever console
of a cluster looks. `delivery` hands them to the publishers, and again where one refuses, as often as that publisher
says.

Messages name what they are about and never hold a secret. The log has their keys and what servers answer.
"""
