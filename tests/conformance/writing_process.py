"""A process that saves documents until it is killed, and prints every acknowledged save.

Its arguments are the URL of the database and the number of the first document. Each line on standard output is one
acknowledgement as JSON.
"""

import sys
from pathlib import Path

from hanse.config.database import open_database
from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness
from tests.conformance.acknowledgements import write_line
from tests.support.configurations import AUTHOR, as_model, make_configuration
from tests.support.toy_resources import DEVICES, GROUPS, TOYS


def main(url: str, start: int) -> None:
    database = open_database(url, Path())
    configuration = make_configuration(database, TOYS, SystemClock(), SystemRandomness())
    write_line("ready")
    number = start
    while True:
        # One revision changes every table. It creates, changes and deletes documents with references and unique values.
        with configuration.changing(AUTHOR) as change:
            group = change.create(GROUPS, as_model(GROUPS, {"id": f"g{number}", "name": f"Group {number}"}))
            device = {
                "id": f"d{number}",
                "name": f"Device {number}",
                "group": {"id": group.id},
                "password": f"p{number}",
            }
            stored = change.create(DEVICES, as_model(DEVICES, device))
            change.replace(GROUPS, group.id, as_model(GROUPS, {"name": f"Renamed {number}"}))
            if change.find(DEVICES, f"d{number - 5}") is not None:
                change.delete(DEVICES, f"d{number - 5}")
                change.delete(GROUPS, f"g{number - 5}")
        write_line({"number": number, "revision": stored.revision})
        number += 1


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
