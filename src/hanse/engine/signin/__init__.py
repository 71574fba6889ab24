"""Sign-in of users: flows, the policy runner, sessions, consent and the pages that users see.

This package depends on no protocol: a protocol starts a flow with a `SignInRequest` and continues in the `Completion`
that it registered.
"""
