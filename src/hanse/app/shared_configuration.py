"""The configuration of a cluster as its engines change it: they store clients that register themselves.

An engine serves from its own copy. What it saves is written to the shared database, from which all engines receive it.
"""

from contextlib import ExitStack

from hanse.app.core import Core
from hanse.cluster.registration_overseer import RegistrationOverseer
from hanse.config.configuration import Configuration
from hanse.config.database import open_database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.config.secrets.secret_fields import SecretFields
from hanse.kit.options import Options


def shared_configuration(core: Core, options: Options, cleanup: ExitStack) -> Configuration:
    """Return the shared configuration until `cleanup`; `core` is that of the copy. Connects at the first use."""
    # Registrations are rare, and PostgreSQL allows a hundred connections by default.
    shared = open_database(options.database, options.data, idle_connections=1)
    cleanup.callback(shared.close)
    environment, copy = core.environment, core.configuration
    # The copy may have fewer encryption keys than the shared database.
    secrets = SecretFields(core.keyring.fork(), {PASSWORD_DIGEST: core.passwords.digest})
    configuration = Configuration(shared, copy.registry, secrets, copy.ports, environment.clock, environment.randomness)
    configuration.oversee(RegistrationOverseer(shared))
    return configuration
