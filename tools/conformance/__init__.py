"""Runs plans of the OpenID Foundation's conformance suite against a Hanse server, and prints their results as a table.

`docs/conformance.md` describes how to run it and has the results.
"""
