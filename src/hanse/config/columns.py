"""Types of columns that every table shares, whichever package it belongs to."""

from sqlalchemy import Text

# PostgreSQL sorts text by the database's locale unless told otherwise; "C" is the order of code points, which is
# also SQLite's, so that paging by key gives the same pages on both.
KEY = Text().with_variant(Text(collation="C"), "postgresql")
