"""The data folder: one server at a time, its announcement file and its server certificate."""

import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.app.core import ProcessEnvironment, opened
from hanse.app.data_folder import DataFolder, UnusableFolder
from hanse.app.server_certificate import certificate_files, renew_if_due, server_certificate
from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.config.declare.ports import Ports
from hanse.kit.clock import Clock
from hanse.kit.options import Options
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration
from tests.support.randomness import SeededRandomness

NOW = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


def test_a_second_server_reports_which_process_uses_the_folder(tmp_path: Path) -> None:
    first = DataFolder(tmp_path / "data")
    with pytest.raises(UnusableFolder, match=r"in use by another server \(process [0-9]+\)"):
        DataFolder(tmp_path / "data")
    first.close()
    DataFolder(tmp_path / "data").close()


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableFolder, match=r"cannot be written .* choose another with --data"):
        DataFolder(tmp_path / "file" / "data")


def test_the_announcement_is_complete_private_and_deleted_on_exit(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.announce({"pid": 1, "setupLink": "https://localhost/x"})
    path = tmp_path / "listening.json"
    assert json.loads(path.read_text()) == {"pid": 1, "setupLink": "https://localhost/x"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {each.name for each in tmp_path.iterdir()} == {"listening.json", "server.lock"}
    folder.close()
    assert not path.exists()


def test_the_announcement_of_a_killed_server_is_deleted_at_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "listening.json").write_text("{}")
    folder = DataFolder(tmp_path)
    assert not (tmp_path / "listening.json").exists()
    folder.close()


def test_the_database_is_private_whatever_the_permissions_of_the_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with opened(Options(data=tmp_path), ProcessEnvironment(ManualClock(), SeededRandomness(1))):
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("hanse.db*")}
    assert modes == {"hanse.db": 0o600, "hanse.db-wal": 0o600, "hanse.db-shm": 0o600}


def test_the_certificate_is_created_once_with_a_private_key_file(tmp_path: Path) -> None:
    options = Options(data=tmp_path)
    certificate, key = certificate_files(options, ManualClock(NOW))
    before = certificate.read_bytes()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert certificate_files(options, ManualClock(NOW + timedelta(days=300))) == (certificate, key)
    assert certificate.read_bytes() == before


def test_a_generated_certificate_is_renewed_before_it_expires(tmp_path: Path) -> None:
    options = Options(data=tmp_path)
    certificate, _ = certificate_files(options, ManualClock(NOW))
    before = certificate.read_bytes()
    assert not renew_if_due(options, ManualClock(NOW + timedelta(days=360)))
    assert certificate.read_bytes() == before
    assert renew_if_due(options, ManualClock(NOW + timedelta(days=380)))
    assert certificate.read_bytes() != before


@pytest.mark.parametrize("damaged", [True, False])
def test_a_certificate_that_the_administrator_installed_is_not_changed(damaged: bool, tmp_path: Path) -> None:
    options = Options(data=tmp_path)
    certificate, _ = certificate_files(options, ManualClock(NOW))
    own = b"no certificate" if damaged else _of_another_issuer()
    certificate.write_bytes(own)
    assert not renew_if_due(options, ManualClock(NOW + timedelta(days=390)))
    assert certificate.read_bytes() == own


def test_administrators_are_notified_when_a_certificate_is_not_renewed(
    tmp_path: Path, database: Database, randomness: SeededRandomness
) -> None:
    configuration = make_configuration(database, [], ManualClock(NOW), randomness)
    options = Options(data=tmp_path)
    certificate, _ = certificate_files(options, ManualClock(NOW))
    source = server_certificate(options)

    def descriptions(moment: datetime) -> list[str]:
        with configuration.reading() as view:
            return [each.description for each in source.find_notices(view, Ports({Clock: ManualClock(moment)}))]

    assert source.area is Area.KEYS
    # A generated certificate is renewed, so there is nothing to report.
    assert descriptions(NOW + timedelta(days=397)) == []
    certificate.write_bytes(_of_another_issuer())
    assert descriptions(NOW + timedelta(days=361)) == []
    (before,) = descriptions(NOW + timedelta(days=361, seconds=1))
    assert (str(certificate) in before, "expires on 17 Dec 2027, 08:30 UTC" in before) == (True, True)
    (after,) = descriptions(NOW + timedelta(days=391))
    assert "expired on 17 Dec 2027" in after
    certificate.write_bytes(b"no certificate")
    assert descriptions(NOW + timedelta(days=391)) == []
    certificate.unlink()
    assert descriptions(NOW + timedelta(days=391)) == []


def _of_another_issuer() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Example CA")])
    built = x509.CertificateBuilder(name, name, key.public_key(), 1, NOW, NOW + timedelta(days=391))
    return built.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
