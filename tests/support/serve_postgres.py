"""A PostgreSQL server with an empty database for tests outside Python: `python -m tests.support.serve_postgres`.

Prints the database's URL as its first line and ends when its input ends, which is when its parent ends. With `--own` it
runs a server of its own. The input lines `kill` and `start` kill it and start it again; each is acknowledged with a
line.
"""

import sys

from tests.support.databases import own_server, postgres_database, postgres_server


def main() -> None:
    """Run the server until the input ends."""
    if "--own" in sys.argv:
        _serve_own()
        return
    with postgres_server() as server, postgres_database(server) as url:
        _say(url)
        sys.stdin.read()


def _serve_own() -> None:
    with own_server() as server:
        does = {"kill": server.kill, "start": server.start}
        _say(server.url)
        for line in sys.stdin:
            does[line.strip()]()
            _say(line.strip())


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
