"""The authorization endpoint (RFC 6749, section 3.1; OpenID Connect Core 1.0, section 3.1.2).

`endpoint` reads a request, runs the steps that `steps` lists, and starts the sign-in. `completion` continues after the
sign-in: grant mapping, consent, authorization code. Each step has a file of its own. `client_answers` is the only
module that sends users back to clients, and `failure_answer` the only one that decides whether an error is sent to the
client or shown.
"""
