"""The trigram index of the embedded database, which finds any part of a text quickly.

Migration 0009 creates it, with the triggers that maintain it. A search reads candidates from the index and still
examines each of them, so that the index may omit positions, words of one or two characters, and the end of long words.
PostgreSQL uses its own index (`document_by_trigram`, of `pg_trgm`) automatically.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import BigInteger, Column, Connection, MetaData, Select, Subquery, Table, Text, func, select

# Looking up more candidates would take longer than reading documents in their order until a page is full.
MANY = 2000
LENGTH = 3
# More trigrams make a search slower and hardly narrower.
_MOST = 40
# The row numbers of a kind's documents have the kind's own number above this many bits.
_BITS = 40

# Not among the tables of the schema, because only SQLite has them.
_metadata = MetaData()
_kind = Table("search_kind", _metadata, Column("number", BigInteger, primary_key=True), Column("kind", Text))
_row = Table(
    "search_row",
    _metadata,
    Column("number", BigInteger, primary_key=True),
    Column("kind", Text),
    Column("id", Text),
)
# FTS5 has a column with the table's name, which takes the search expression.
_index = Table("search_index", _metadata, Column("rowid", BigInteger), Column("search_index", Text))


@dataclass(frozen=True)
class TrigramCandidates:
    """`kind` and `id` of documents that may contain some words; and whether these are all that do."""

    table: Subquery
    are_all: bool


def candidates(connection: Connection, kinds: Sequence[str], words: Iterable[str]) -> TrigramCandidates | None:
    """Return candidates among documents of some kinds that may contain the words.

    None if the index cannot help: it does not exist, or no word is long enough.
    """
    match_expression = _match_expression(words)
    if not match_expression or not has_index(connection):
        return None
    numbers = connection.execute(select(_kind.c.number).where(_kind.c.kind.in_(kinds))).scalars().all()
    hits = select(_index.c.rowid).where(_index.c.search_index.op("MATCH")(match_expression))
    if len(numbers) == 1:
        # FTS5 uses one range of row numbers; for several kinds, each document's own kind has to be checked.
        hits = hits.where(_index.c.rowid.between(numbers[0] << _BITS, (numbers[0] + 1 << _BITS) - 1))
    number = connection.execute(select(func.count()).select_from(hits.limit(MANY + 1).subquery())).scalar_one()
    # Without the inner limit, SQLite would read all hits before it returns the first.
    hits = hits.limit(MANY)
    found: Select[tuple[str, str]] = select(_row.c.kind, _row.c.id).where(_row.c.number.in_(hits))
    # The limit only makes SQLite evaluate this part first, and continue with the documents. With conditions on kinds it
    # would begin with all documents of a kind.
    return TrigramCandidates(found.limit(MANY).subquery(), number <= MANY)


def has_index(connection: Connection) -> bool:
    """Return whether this database has the index."""
    if connection.dialect.name != "sqlite":
        return False
    name = "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'search_inserted'"
    return connection.exec_driver_sql(name).first() is not None


def drop_index(connection: Connection) -> None:
    """Remove the index of the embedded database; searches then read every document of their kind."""
    for name in ("search_inserted", "search_updated", "search_deleted"):
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    connection.exec_driver_sql("DROP INDEX IF EXISTS document_by_search_text")


def _match_expression(words: Iterable[str]) -> str:
    """Return the FTS5 query: each trigram in quotes, with inner quotes doubled."""
    parts = dict.fromkeys(word[at : at + LENGTH] for word in words for at in range(len(word) - LENGTH + 1))
    return " ".join(f'"{part.replace(chr(34), chr(34) * 2)}"' for part in islice(parts, _MOST))
