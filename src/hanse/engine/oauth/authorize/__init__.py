"""The authorization endpoint (RFC 6749, section 3.1; OpenID Connect Core 1.0, section 3.1.2).

`endpoint` reads a request, runs the steps that `steps` lists, and has the user signed in. `completion` goes on once the
user is known: grant mapping, consent, authorization code. Each step is in a file of its own. `client_answers` is the
one place that sends users back to clients, and `failure_answer` the one that decides whether an error goes back or is
shown.
"""
