"""The embedded database's index of every three characters in a row, which finds any part of a text in no time.

Migration 0009 makes it, with the triggers that keep it. A search asks it for candidates and still looks into each of
them, so that what the index leaves out (where the characters are, words of one or two of them, the end of a long one)
takes no second thought. PostgreSQL's planner uses its own index (`document_by_trigram`, of `pg_trgm`) by itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import BigInteger, Column, Connection, MetaData, Select, Subquery, Table, Text, func, select

# Looking up each of more candidates would take longer than reading documents in their order until a page is full.
MANY = 2000
LENGTH = 3
# More than this make a search longer and hardly narrower.
_MOST = 40
# Numbers of one kind's documents have the kind's own number in front of so many bits.
_BITS = 40

# Not among the tables of the schema, as only one kind of database has them.
_metadata = MetaData()
_kind = Table("search_kind", _metadata, Column("number", BigInteger, primary_key=True), Column("kind", Text))
_row = Table(
    "search_row",
    _metadata,
    Column("number", BigInteger, primary_key=True),
    Column("kind", Text),
    Column("id", Text),
)
# FTS5 has a column of the table's own name, for what is looked for.
_index = Table("search_index", _metadata, Column("rowid", BigInteger), Column("search_index", Text))


@dataclass(frozen=True)
class TrigramCandidates:
    """`kind` and `id` of documents that may have some words in them; and whether all that have them are among these."""

    table: Subquery
    are_all: bool


def candidates(connection: Connection, kinds: Sequence[str], words: Iterable[str]) -> TrigramCandidates | None:
    """Return where to look for documents of some kinds that have the words in them.

    None where the index is of no use: it is not there, or no word is long enough.
    """
    asked = _question(words)
    if not asked or not is_there(connection):
        return None
    numbers = connection.execute(select(_kind.c.number).where(_kind.c.kind.in_(kinds))).scalars().all()
    hits = select(_index.c.rowid).where(_index.c.search_index.op("MATCH")(asked))
    if len(numbers) == 1:
        # FTS5 follows one range; of several kinds, each document's own has to be looked at.
        hits = hits.where(_index.c.rowid.between(numbers[0] << _BITS, (numbers[0] + 1 << _BITS) - 1))
    number = connection.execute(select(func.count()).select_from(hits.limit(MANY + 1).subquery())).scalar_one()
    # Without the limit inside, SQLite would go through all hits before it takes the first.
    hits = hits.limit(MANY)
    found: Select[tuple[str, str]] = select(_row.c.kind, _row.c.id).where(_row.c.number.in_(hits))
    # The limit changes nothing but that SQLite works this out first, and goes from it to the documents. Conditions on
    # kinds would have it begin with all of a kind.
    return TrigramCandidates(found.limit(MANY).subquery(), number <= MANY)


def is_there(connection: Connection) -> bool:
    """Return whether this database has the index."""
    if connection.dialect.name != "sqlite":
        return False
    name = "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'search_inserted'"
    return connection.exec_driver_sql(name).first() is not None


def give_up_index(connection: Connection) -> None:
    """Have the embedded database index for searches no more; they then read every document of their kind."""
    for name in ("search_inserted", "search_updated", "search_deleted"):
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    connection.exec_driver_sql("DROP INDEX IF EXISTS document_by_search_text")


def _question(words: Iterable[str]) -> str:
    """Return what FTS5 is asked: each three characters between quotes, of which one inside is doubled."""
    parts = dict.fromkeys(word[at : at + LENGTH] for word in words for at in range(len(word) - LENGTH + 1))
    return " ".join(f'"{part.replace(chr(34), chr(34) * 2)}"' for part in islice(parts, _MOST))
