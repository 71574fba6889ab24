"""JDBC addresses of databases in the admin API, and the closed list of their drivers.

An address is parsed and built again, so that other parameters, such as files with passwords or programs to run, never
reach a driver's library.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote

from sqlalchemy.engine import URL

from hanse.kit.texts.messages import message

_POSTGRESQL = re.compile(
    r"jdbc:postgresql://(?P<host>[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:(?P<port>[0-9]{1,5}))?"
    r"/(?P<database>[^/?#&;]+)(\?(?P<query>[^#]*))?"
)
_SQLITE = re.compile(
    r"jdbc:sqlite:(?P<name>[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}(/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}){0,4})"
)
_HIGHEST_PORT = 65_535
# Protection of connections to PostgreSQL. `verify-ca` is missing: it would accept any certificate of a public
# authority.
_SSL_MODES = frozenset({"disable", "prefer", "require", "verify-full"})


@dataclass(frozen=True)
class Driver:
    """A driver: its class name in the API, its display name, an example, and the parser of its addresses."""

    name: str
    label: str
    example: str
    read: Callable[[str, Path], URL]


def _postgresql(text: str, _folder: Path) -> URL:
    found = _POSTGRESQL.fullmatch(text)
    port = int(found.group("port") or 5432) if found else 0
    if found is None or not 0 < port <= _HIGHEST_PORT:
        raise ValueError("Enter a URL such as jdbc:postgresql://db.example.com:5432/people.")
    query = _postgresql_query(dict(parse_qsl(found.group("query") or "", keep_blank_values=True)))
    host, database = found.group("host").strip("[]"), unquote(found.group("database"))
    return URL.create("postgresql+psycopg", host=host, port=port, database=database, query=query)


def _postgresql_query(sent: Mapping[str, str]) -> dict[str, str]:
    unknown = sorted(sent.keys() - {"sslmode", "currentSchema"})
    if unknown:
        raise ValueError(
            message("The parameter {unknown} is not supported. Use sslmode and currentSchema only.", unknown=unknown[0])
        )
    query = {}
    if (mode := sent.get("sslmode")) is not None:
        if mode not in _SSL_MODES:
            raise ValueError(f"sslmode must be one of {', '.join(sorted(_SSL_MODES))}.")
        query["sslmode"] = mode
        if mode == "verify-full":
            query["sslrootcert"] = "system"
    if schema := sent.get("currentSchema"):
        if not re.fullmatch(r"[A-Za-z0-9_]{1,63}", schema):
            raise ValueError("currentSchema must be the name of one schema.")
        query["options"] = f"-csearch_path={schema}"
    return query


def _sqlite(text: str, folder: Path) -> URL:
    found = _SQLITE.fullmatch(text)
    path = (folder / found.group("name")).resolve() if found else None
    # Neither the server's own database nor any other file: the database must be in the folder for this purpose.
    if path is None or not path.is_relative_to(folder.resolve()):
        raise ValueError(
            "Enter jdbc:sqlite: followed by the name of a file in the folder data-stores of the server's data folder."
        )
    return URL.create("sqlite+pysqlite", database=path.as_uri(), query={"mode": "ro", "uri": "true"})


DRIVERS = {
    driver.name: driver
    for driver in (
        Driver("org.postgresql.Driver", "PostgreSQL", "jdbc:postgresql://db.example.com:5432/people", _postgresql),
        Driver("org.sqlite.JDBC", "SQLite", "jdbc:sqlite:people.db", _sqlite),
    )
}


def read_url(driver: str, text: str, folder: Path) -> str:
    """Return an address in SQLAlchemy's form, for files below a folder; raises ValueError with the error."""
    known = DRIVERS.get(driver)
    if known is None:
        raise ValueError(message("The driver {driver} is not supported.", driver=driver))
    return known.read(text, folder).render_as_string(hide_password=False)
