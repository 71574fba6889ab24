"""Column types that the tables of all packages share."""

from sqlalchemy import Text

# PostgreSQL sorts text by the database's locale by default; "C" is the order of code points, which SQLite uses as well,
# so that paging by key gives the same pages on both.
KEY = Text().with_variant(Text(collation="C"), "postgresql")
