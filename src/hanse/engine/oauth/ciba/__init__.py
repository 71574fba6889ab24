"""Client-initiated backchannel authentication (OpenID Connect CIBA Core 1.0), with poll and ping.

`backchannel_endpoint` answers the requests of clients. `user_identification` finds the user by the request policy, and
the authenticator of the policy notifies the user. `approval_endpoint` and `approval` are the page where the user signs
in and decides. `ping_callbacks` notifies clients of the decision; `token.grants.polled_grant` issues the tokens.
"""
