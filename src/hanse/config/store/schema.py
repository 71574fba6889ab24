"""The tables for SQLAlchemy Core. `migrations` creates them; a test compares the two."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

from hanse.config.columns import KEY

metadata = MetaData()

document = Table(
    "document",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("id", KEY, primary_key=True),
    Column("sort_key", KEY, nullable=False),
    Column("search_text", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Index("document_by_sort_key", "kind", "sort_key", "id"),
)

# The number of documents of each kind, maintained by writers in the same transaction: counting 100,000 rows would take
# most of the time of showing twenty.
document_count = Table(
    "document_count",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("documents", BigInteger, nullable=False),
)

revision = Table(
    "revision",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("time", String(32), nullable=False),
    Column("actor", Text, nullable=False),
    Column("request_id", Text),
    Column("kind", KEY, nullable=False),
    Column("id", KEY, nullable=False),
    Column("before", Text),
    Column("after", Text),
    # An event that does not change the document, such as the export of its key.
    Column("event", String(64)),
    Index("revision_by_document", "kind", "id", "number"),
    # For the changes of some kinds since a revision, which replication queries every few seconds.
    Index("revision_by_kind", "kind", "number"),
)

reference = Table(
    "reference",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("id", KEY, primary_key=True),
    Column("path", KEY, primary_key=True),
    Column("target_kind", KEY, nullable=False),
    Column("target_id", KEY, nullable=False),
    Index("reference_by_target", "target_kind", "target_id"),
)

unique_value = Table(
    "unique_value",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("field", KEY, primary_key=True),
    Column("value", KEY, primary_key=True),
    Column("id", KEY, nullable=False),
    Index("unique_value_by_document", "kind", "id"),
)

# Ends of validity of certificates in documents, so that those that end soon are found without reading all documents.
expiration = Table(
    "expiration",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("id", KEY, primary_key=True),
    Column("part", KEY, primary_key=True),
    # Collated like ids, because times are compared as texts.
    Column("expires", KEY, nullable=False),
    Column("name", Text, nullable=False),
    Column("is_renewed", Boolean, nullable=False),
    Index("expiration_by_time", "expires", "kind", "id", "part"),
)

head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("revision", BigInteger, nullable=False),
)
