from pathlib import Path
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database, open_database
from hanse.config.declare.resource import Resource
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.support import databases
from tests.support.certified_keys import pair, rotation
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.randomness import SeededRandomness

EC_ROTATION = {"keyAlgorithm": "EC", "keySize": 256, "signatureAlgorithm": "SHA256withECDSA"}
RSA_ROTATION = {"keyAlgorithm": "RSA", "keySize": 3072, "signatureAlgorithm": "SHA256withRSA"}
PAIRS: tuple[dict[str, Any], ...] = (
    *(pair(name) for name in ("rsa-1", "rsa-2", "p256-1", "p256-2", "p384-1", "p384-2", "p521-1", "p521-2")),
    pair("p256-3", rotationSettings=rotation(**EC_ROTATION)),
    pair("rsa-3", rotationSettings=rotation(**RSA_ROTATION)),
    pair("rsa-4", rotationSettings=rotation(**EC_ROTATION)),
)


RESOURCES: list[Resource[Any]] = [SIGNING_KEY_PAIRS, VIRTUAL_ISSUERS, OAUTH_KEYS, KEY_SETS]


@pytest.fixture(scope="session")
def stored_rows(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> databases.Rows:
    """The rows of a database with the key pairs and issuers. They are copied, as checking an RSA key takes 0.05 s."""
    folder = tmp_path_factory.mktemp("pairs")
    database = open_database(databases.sqlite_database(folder, sqlite_template), folder)
    made = make_configuration(database, RESOURCES, ManualClock(), SeededRandomness())
    for body in PAIRS:
        create(made, SIGNING_KEY_PAIRS, body)
    for name in ("luebeck", "bremen"):
        create(made, VIRTUAL_ISSUERS, {"id": name, "name": name, "host": f"{name}.example"})
    rows = databases.rows_of(database)
    database.close()
    return rows


@pytest.fixture
def configuration(
    database: Database, clock: ManualClock, randomness: SeededRandomness, stored_rows: databases.Rows
) -> Configuration:
    databases.put_rows(database, stored_rows)
    return make_configuration(database, RESOURCES, clock, randomness)
