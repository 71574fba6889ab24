"""A PostgreSQL server with an empty database, for tests that are no Python: `python -m tests.support.serve_postgres`.

Prints the database's URL as its first line, and goes as soon as its input ends, which is when its parent does.
"""

import sys

from tests.support.databases import postgres_database, postgres_server


def main() -> None:
    """Serve until the input ends."""
    with postgres_server() as server, postgres_database(server) as url:
        sys.stdout.write(f"{url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
