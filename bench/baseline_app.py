"""A Starlette application whose routes only run the SQL of the admin API, as the lower bound for `bench.admin_api`.

It has no sign-in, roles, validation, limits, security headers or log. The difference to Hanse is the cost of these.
`python -m bench.baseline_app DATABASE CERTIFICATE KEY PORT` starts it.
"""

import json
import sqlite3
import sys
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

CLIENTS = "oauth/clients"
HOSTS = "virtualHostNames"


class Routes:
    """The three operations on one kept connection."""

    def __init__(self, database: str) -> None:
        self._sql = sqlite3.connect(database, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
            self._sql.execute(f"PRAGMA {pragma}")

    async def page(self, request: Request) -> Response:
        """Answer a page of a list, as stored."""
        count = int(request.query_params["numberPerPage"])
        where = "FROM document WHERE kind = ?"
        total = self._sql.execute(f"SELECT count(*) {where}", (CLIENTS,)).fetchone()[0]
        query = f"SELECT body {where} ORDER BY sort_key, id LIMIT ?"
        rows = self._sql.execute(query, (CLIENTS, count)).fetchall()
        return _json({"items": [json.loads(row[0]) for row in rows], "totalItems": total})

    async def read(self, request: Request) -> Response:
        """Answer one document."""
        query = "SELECT body FROM document WHERE kind = ? AND id = ?"
        row = self._sql.execute(query, (CLIENTS, request.path_params["id"])).fetchone()
        return _json(json.loads(row[0]))

    async def save(self, request: Request) -> Response:
        """Store one document with its log entry, in one transaction that is on the disk before the answer."""
        body = await request.json()
        text = json.dumps(body)
        where = (HOSTS, "-")
        self._sql.execute("BEGIN IMMEDIATE")
        number = self._sql.execute("UPDATE head SET revision = revision + 1 RETURNING revision").fetchone()[0]
        before = self._sql.execute("SELECT body FROM document WHERE kind = ? AND id = ?", where).fetchone()[0]
        self._sql.execute(
            "INSERT INTO revision (number, position, time, actor, kind, id, before, after)"
            " VALUES (?, 0, '2026-01-01T00:00:00.000Z', 'bare', ?, ?, ?, ?)",
            (number, *where, before, text),
        )
        self._sql.execute(
            "UPDATE document SET body = ?, revision = ? WHERE kind = ? AND id = ?", (text, number, *where)
        )
        self._sql.execute("COMMIT")
        return _json(body)

    def application(self) -> Starlette:
        """Return the routes at the paths of the admin API."""
        base = "/pf-admin-api/v1"
        return Starlette(
            routes=[
                Route(f"{base}/{CLIENTS}", self.page),
                Route(f"{base}/{CLIENTS}/{{id}}", self.read),
                Route(f"{base}/{HOSTS}", self.save, methods=["PUT"]),
            ]
        )


def _json(body: Any) -> Response:
    return Response(json.dumps(body), media_type="application/json")


def main() -> None:
    """Serve until SIGTERM."""
    database, certificate, key, port = sys.argv[1:]
    uvicorn.run(
        Routes(database).application(),
        host="127.0.0.1",
        port=int(port),
        ssl_certfile=certificate,
        ssl_keyfile=key,
        log_level="error",
        access_log=False,
        # A batch of the other side takes longer than the default of five seconds.
        timeout_keep_alive=300,
    )


if __name__ == "__main__":
    main()
