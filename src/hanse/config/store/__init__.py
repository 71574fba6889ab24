"""The tables that hold configuration, the same on SQLite and PostgreSQL.

`document` holds what is current, `revision` every change that led to it. `reference` and `unique_value` are derived
from documents at each save, so that where-used and uniqueness are questions to an index. `head` is one row whose
update orders all writers: a revision's number is its place in the order of commits, without gaps.
"""
