"""Access token managers: how access tokens are made, what they carry, and when which manager makes them.

A *manager* (`managers`) is an instance of a plug-in that makes tokens: `token` has the interface, `jwt` signs what the
token carries (RFC 9068), `reference` makes texts that say nothing and stand for what the server keeps. The contract of
a manager names the attributes of its tokens; mappings fulfil it. `settings` names the one that clients get by default.
"""
