"""The tables that hold configuration, the same on SQLite and PostgreSQL.

`document` holds the current versions, `revision` every change. `reference` and `unique_value` are derived from
documents at each save, so that usage and uniqueness are index queries. `head` is one row whose update orders all
writers: a revision's number is its position in the order of commits, without gaps.
"""
