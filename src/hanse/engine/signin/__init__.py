"""Signing users in: flows, the policy runner, sessions, consent and the pages that users see.

Knows no protocol: a protocol starts a flow with a `SignInRequest` and continues in the `Completion` it registered.
"""
