"""A trigram index of the texts that searches use (`hanse.config.store.trigrams`)."""

import structlog
from alembic import op
from sqlalchemy.exc import DBAPIError

revision = "0009"
down_revision = "0008"

LOG = structlog.stdlib.get_logger("hanse.config")

# Rows of one kind have consecutive numbers, so that a search reads its own kind only. The index stores neither
# positions nor the text itself, which makes it half as large and twice as fast to write: a deletion must supply the old
# text, and a search must check each candidate.
_SQLITE = (
    "CREATE TABLE search_kind (number INTEGER PRIMARY KEY, kind TEXT NOT NULL UNIQUE)",
    "CREATE TABLE search_row (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, UNIQUE (kind, id))",
    """CREATE VIRTUAL TABLE search_index
        USING fts5(text, content='', detail='none', tokenize='trigram case_sensitive 1')""",
    """CREATE TRIGGER search_inserted AFTER INSERT ON document BEGIN
        INSERT INTO search_kind (kind)
            SELECT NEW.kind WHERE NOT EXISTS (SELECT 1 FROM search_kind WHERE kind = NEW.kind);
        INSERT INTO search_row (number, kind, id)
            SELECT coalesce(
                (SELECT max(r.number) FROM search_row AS r
                    WHERE r.number BETWEEN k.number << 40 AND (k.number + 1 << 40) - 1) + 1,
                k.number << 40
            ), NEW.kind, NEW.id FROM search_kind AS k WHERE k.kind = NEW.kind;
        INSERT INTO search_index (rowid, text)
            SELECT number, NEW.search_text FROM search_row WHERE kind = NEW.kind AND id = NEW.id;
    END""",
    """CREATE TRIGGER search_updated AFTER UPDATE OF search_text ON document
        WHEN OLD.search_text <> NEW.search_text BEGIN
        INSERT INTO search_index (search_index, rowid, text)
            SELECT 'delete', number, OLD.search_text FROM search_row WHERE kind = NEW.kind AND id = NEW.id;
        INSERT INTO search_index (rowid, text)
            SELECT number, NEW.search_text FROM search_row WHERE kind = NEW.kind AND id = NEW.id;
    END""",
    """CREATE TRIGGER search_deleted AFTER DELETE ON document BEGIN
        INSERT INTO search_index (search_index, rowid, text)
            SELECT 'delete', number, OLD.search_text FROM search_row WHERE kind = OLD.kind AND id = OLD.id;
        DELETE FROM search_row WHERE kind = OLD.kind AND id = OLD.id;
    END""",
    # Existing documents: each kind in the order of ids, which is the fastest order for the index.
    "INSERT INTO search_kind (kind) SELECT DISTINCT kind FROM document",
    """INSERT INTO search_row (number, kind, id)
        SELECT (k.number << 40) + row_number() OVER (PARTITION BY d.kind ORDER BY d.id), d.kind, d.id
        FROM document AS d JOIN search_kind AS k ON k.kind = d.kind""",
    """INSERT INTO search_index (rowid, text)
        SELECT r.number, d.search_text FROM search_row AS r JOIN document AS d ON d.kind = r.kind AND d.id = r.id
        ORDER BY r.number""",
)
_POSTGRESQL = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    # New entries wait in a list that every search reads, so the list is kept short.
    """CREATE INDEX document_by_trigram ON document USING gin (search_text gin_trgm_ops)
        WITH (gin_pending_list_limit = 512)""",
)


def upgrade() -> None:
    """Create the index if the database supports it; without it, searches read every document of their kind."""
    connection = op.get_bind()
    is_sqlite = connection.dialect.name == "sqlite"
    if is_sqlite and not connection.exec_driver_sql("SELECT sqlite_compileoption_used('ENABLE_FTS5')").scalar():
        LOG.warning("no index for searches", reason="this SQLite is built without FTS5")
        return
    try:
        # Rolled back alone if it fails: a role may not be allowed to create extensions.
        with connection.begin_nested():
            for statement in _SQLITE if is_sqlite else _POSTGRESQL:
                connection.exec_driver_sql(statement)
    except DBAPIError as error:
        LOG.warning("no index for searches", reason=str(error.orig).strip())
