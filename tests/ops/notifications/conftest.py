"""Admin consoles on one database, with a mail server and a manual clock, for tests of notifications."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from hanse.app.notification_job import notify
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.kit.log_health import LogHealth
from hanse.kit.ports import Entitlements, LicenseExpirySummary, LicenseStatus
from hanse.ops.notifications.log_failures import LogFailureReports
from hanse.resources.all_resources import RESOURCES
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from hanse.resources.system.notification_publishers.resource import PUBLISHER_SETTINGS, PUBLISHERS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, replace
from tests.support.entitlements import UnlimitedLicense
from tests.support.instances import publisher
from tests.support.mail import Mailbox, mailbox
from tests.support.randomness import SeededRandomness


@dataclass
class License:
    """The status of the license, set by a test."""

    status: LicenseExpirySummary = field(default_factory=lambda: LicenseExpirySummary("OK"))

    def expiry(self, _now: Any) -> LicenseExpirySummary:
        return self.status


@dataclass
class Console:
    """A console that sends notifications, and the objects that they depend on."""

    configuration: Configuration
    clock: ManualClock
    license: License
    box: Mailbox
    log: LogHealth = field(default_factory=LogHealth)

    def __post_init__(self) -> None:
        self.log_failures = LogFailureReports(self.log, self.clock)

    def notify_and_read(self) -> list[tuple[str, str, str]]:
        """Create and send notifications; return the recipient, subject and text of each message that arrived."""
        before = len(self.box.messages)
        notify(self.configuration, self.log_failures, ongoing=True)
        return [
            (each["To"], each["Subject"], each.get_content().strip().replace("\r\n", "\n"))
            for each in self.box.messages[before:]
        ]

    def set_notifications(self, **notifications: Any) -> None:
        replace(self.configuration, SERVER_SETTINGS, "-", {"notifications": notifications})


MakeConsole = Callable[..., Console]


@pytest.fixture(scope="session")
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


@pytest.fixture
def make_console(database: Database, clock: ManualClock, box: Mailbox) -> MakeConsole:
    license_ = License()

    def make(seed: int = 1) -> Console:
        ports = {LicenseStatus: license_, Entitlements: UnlimitedLicense(), PasswordRules: PasswordRules()}
        digests = {PASSWORD_DIGEST: lambda text: text[::-1]}
        made = make_configuration(database, RESOURCES, clock, SeededRandomness(seed), ports=ports, digests=digests)
        return Console(made, clock, license_, box)

    return make


@pytest.fixture
def console(make_console: MakeConsole, box: Mailbox) -> Console:
    """A console with a default notification publisher."""
    made = make_console()
    create(made.configuration, PUBLISHERS, publisher(0, box.port, Retry_Attempt="2", Retry_Delay="5"))
    default = {"defaultNotificationPublisherRef": {"id": "publisher-0"}}
    replace(made.configuration, PUBLISHER_SETTINGS, "-", default)
    return made
