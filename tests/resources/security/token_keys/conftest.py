from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.resource import Resource
from hanse.config.store.database import Database
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.support.certified import pair, rotation
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


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    resources: list[Resource[Any]] = [SIGNING_KEY_PAIRS, VIRTUAL_ISSUERS, OAUTH_KEYS, KEY_SETS]
    made = make_configuration(database, resources, clock, randomness)
    for body in PAIRS:
        create(made, SIGNING_KEY_PAIRS, body)
    for name in ("luebeck", "bremen"):
        create(made, VIRTUAL_ISSUERS, {"id": name, "name": name, "host": f"{name}.example"})
    return made
