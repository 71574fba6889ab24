"""The demo's record in the data folder: the created objects, and the registration of its application."""

import json
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

from hanse.demo.plan import DemoPlan, plan
from hanse.demo.planned_sign_in import USERS
from hanse.kit.randomness import Randomness, new_token, random_text

FILE: Final = "demo.json"
PORT: Final = 9032
_PASSWORD_LENGTH: Final = 10


@dataclass(frozen=True)
class DemoRecord:
    """The content of the file. `process` is the id of the application's process if the server started it."""

    issuer: str
    port: int
    secret: str = field(repr=False)
    passwords: dict[str, str] = field(repr=False)
    # The paths of the created objects, and of the settings that were changed.
    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    process: int | None = None

    @property
    def url(self) -> str:
        """Return the address of the application."""
        return f"http://localhost:{self.port}"

    @property
    def plan(self) -> DemoPlan:
        """Return the plan of the demo."""
        return plan(f"{self.url}/callback", f"{self.url}/", self.secret, self.passwords)


def new_record(issuer: str, port: int, randomness: Randomness) -> DemoRecord:
    """Return the record of a demo that has created nothing yet, with a new secret and passwords."""
    return DemoRecord(issuer, port, new_token(randomness, 32), {name: _password(randomness) for name in USERS})


def load(data: Path) -> DemoRecord | None:
    """Return the record of a data folder; None if there is no demo."""
    try:
        found = json.loads((data / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return DemoRecord(**{**found, "created": tuple(found["created"]), "changed": tuple(found["changed"])})


def save(data: Path, record: DemoRecord) -> None:
    """Write the record so that only the owner reads it."""
    path = data / FILE
    temporary = path.with_suffix(".new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        json.dump(asdict(record), opened, indent=2)
    temporary.replace(path)


def forget(data: Path) -> None:
    """Remove the record."""
    (data / FILE).unlink(missing_ok=True)


def with_process(record: DemoRecord, process: int | None) -> DemoRecord:
    """Return the record with another process."""
    return replace(record, process=process)


def _password(randomness: Randomness) -> str:
    """Return a password of letters and digits that meets the validator's requirements."""
    return "Aa1" + random_text(randomness, _PASSWORD_LENGTH)
