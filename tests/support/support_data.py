"""Support data archives: inserted without a collection, and opened."""

import io
from typing import Any

import pyzipper  # type: ignore[import-untyped]  # Has no annotations.
from sqlalchemy import insert, select

from hanse.config.database import Database
from hanse.kit.clock import to_text
from hanse.ops.support_data.archives import COMPLETED
from hanse.ops.support_data.schema import support_archive, support_chunk
from tests.support.clock import START

CHUNKS = (b"PK", b"archive")


def add_archive(database: Database, archive_id: str, **fields: Any) -> None:
    """Insert a complete archive of two chunks, unless it exists."""
    row = {
        "archive_id": archive_id,
        "collection_id": f"{archive_id}-collection",
        "position": 0,
        "node_index": 0,
        "role": "STANDALONE",
        "address": "localhost:9999",
        "actor": "Administrator",
        "settings": "{}",
        "status": COMPLETED,
        "step": "",
        "requested": to_text(START),
        "finished": to_text(START),
        "deadline": to_text(START),
        "size": sum(map(len, CHUNKS)),
        "chunks": len(CHUNKS),
        "file_name": f"{archive_id}.zip",
        **fields,
    }
    with database.writing() as connection:
        found = select(support_archive.c.archive_id).where(support_archive.c.archive_id == archive_id)
        if connection.execute(found).first() is None:
            connection.execute(insert(support_archive).values(row))
            chunks = [{"archive_id": archive_id, "number": n, "content": chunk} for n, chunk in enumerate(CHUNKS)]
            connection.execute(insert(support_chunk), chunks)


def opened(archive: bytes, passphrase: str | None = None) -> dict[str, bytes]:
    """Return an archive's files by name. Reading a file checks its checksum."""
    with pyzipper.AESZipFile(io.BytesIO(archive)) as file:
        if passphrase is not None:
            file.setpassword(passphrase.encode())
        return {name: file.read(name) for name in file.namelist()}
