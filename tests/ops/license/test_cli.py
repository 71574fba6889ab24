import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hanse.crypto.ed25519 import public_pem
from hanse.kit.clock import SystemClock
from hanse.ops.license.cli import app
from hanse.ops.license.trust import load_trust_anchors
from hanse.ops.license.verification import verify_license
from tests.ops.license.licenses import STRANGER


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert run("keygen", "--out", tmp_path / "signing.pem").exit_code == 0
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def issue(folder: Path, *arguments: str) -> Result:
    files = ("--key", folder / "signing.pem", "--out", folder / "license.txt")
    return run("issue", *files, "--organization", "Example Ltd", *arguments)


def shown(folder: Path) -> dict[str, object]:
    result = run("show", folder / "license.txt", "--trust", folder / "signing.pub.pem", "--json")
    assert result.exit_code == 0, result.output
    claims: dict[str, object] = json.loads(result.stdout)
    return claims


def test_a_license_is_issued_and_accepted(folder: Path) -> None:
    assert issue(folder).exit_code == 0
    license_ = verify_license(
        (folder / "license.txt").read_bytes(),
        trust_anchors=load_trust_anchors([folder / "signing.pub.pem"]),
        product="Hanse",
        version="1.0.0",
        now=SystemClock().now(),
    )
    assert license_.organization == license_.name == "Example Ltd"
    assert license_.expiration_date is not None
    assert (license_.expiration_date - license_.issue_date).days == 365


def test_the_private_key_is_a_private_file_and_nothing_is_overwritten(folder: Path) -> None:
    private = folder / "signing.pem"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    before = private.read_bytes()
    again = run("keygen", "--out", private)
    assert again.exit_code == 1
    assert "exists already" in again.stderr
    assert private.read_bytes() == before
    other = run("keygen", "--out", folder / "other.pem", "--public", folder / "signing.pub.pem")
    assert other.exit_code == 1
    assert not (folder / "other.pem").exists()
    assert issue(folder).exit_code == 0
    assert issue(folder).exit_code == 1


def test_every_claim_has_an_option(folder: Path) -> None:
    # fmt: off
    result = issue(
        folder, "--name", "Ada", "--id", "L-7", "--from", "2026-01-01", "--expires", "2030-12-31T12:00:00Z",
        "--grace-period", "14", "--keep-serving", "--no-notify", "--max-connections", "50", "--node-limit", "4",
        "--group", "Partners:25:2026-01-01:2027-01-01", "--group", "Staff:5:2026-01-01", "--no-oauth",
        "--no-ws-trust", "--no-provisioning", "--product", "Other", "--version", "3.1", "--same-minor",
        "--tier", "FREE",
        "--issued-by", "IT", "--deployment-method", "Cloud", "--feature", "color=blue", "--bridge-mode",
    )
    # fmt: on
    assert result.exit_code == 0, result.output
    assert shown(folder) == {
        "id": "L-7",
        "name": "Ada",
        "organization": "Example Ltd",
        "product": "Other",
        "version": "3.1",
        "tier": "FREE",
        "enforcementType": "4",
        "issueDate": "2026-01-01T00:00:00.000Z",
        "expirationDate": "2030-12-31T12:00:00.000Z",
        "gracePeriod": 14,
        "maxConnections": 50,
        "nodeLimit": 4,
        "oauthEnabled": False,
        "wsTrustEnabled": False,
        "provisioningEnabled": False,
        "bridgeMode": True,
        "features": [
            {"name": "issuedby", "value": "IT"},
            {"name": "deploymentmethod", "value": "Cloud"},
            {"name": "color", "value": "blue"},
        ],
        "licenseGroups": [
            {
                "name": "Partners",
                "connectionCount": 25,
                "startDate": "2026-01-01T00:00:00.000Z",
                "endDate": "2027-01-01T00:00:00.000Z",
            },
            {"name": "Staff", "connectionCount": 5, "startDate": "2026-01-01T00:00:00.000Z"},
        ],
    }


def test_a_perpetual_license_does_not_expire(folder: Path) -> None:
    assert issue(folder, "--perpetual").exit_code == 0
    claims = shown(folder)
    assert claims["tier"] == "PERPETUAL"
    assert "expirationDate" not in claims


def test_show_reports_whether_the_signature_was_checked(folder: Path) -> None:
    issue(folder, "--issued-by", "IT")
    unchecked = run("show", folder / "license.txt")
    assert "Issued By:            IT" in unchecked.stdout
    assert "was not verified" in unchecked.stderr
    assert "signature is valid" in run("show", folder / "license.txt", "--trust", folder / "signing.pub.pem").stderr
    (folder / "stranger.pem").write_bytes(public_pem(STRANGER))
    refused = run("show", folder / "license.txt", "--trust", folder / "stranger.pem")
    assert refused.exit_code == 1
    assert refused.stdout == ""
    assert "not signed by an issuer that this server trusts" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--expires", "tomorrow"), "--expires: 'tomorrow' is not a date"),
        (("--from", "yesterday"), "--from: 'yesterday' is not a date"),
        (("--expires", "2020-01-01"), "Error: --expires must be later than --from."),
        (("--version", "2", "--same-minor"), "Error: --same-minor needs a version with a minor part."),
        (("--feature", "a=1", "--feature", "a=2"), "Error: two --feature are called 'a'."),
        (("--feature", "=1"), "--feature '=1': name: This field must not be empty."),
        (("--group", "P:1:2027-01-01:2026-01-01"), "--group 'P:1:2027-01-01:2026-01-01': claims: endDate must be"),
        (("--name", " x", "--id", "a b"), "Error: --name: must not contain control characters"),
        (("--name", " x", "--id", "a b"), "Error: --id: An ID has 1 to 64 of the letters"),
        (("--expires", "2030-01-01T00:00:00"), "is not a date"),
        (("--group", "Partners:many:2026-01-01"), "'many' is not a number of connections"),
        (("--expires", "9999-12-31T23:59:59-12:00"), "is not a date"),
        (("--from", "9999-12-30"), "are too many"),
        (("--group", "Partners"), "is not a connection group"),
        (("--feature", "color"), "write NAME=VALUE"),
        (("--max-connections", "0"), "Error: --max-connections: This field must be at least 1."),
        (("--version", "one"), "Error: --version: A version has"),
    ],
)
def test_mistakes_are_explained_and_no_file_is_written(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    result = issue(folder, *arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert message in result.stderr
    assert not (folder / "license.txt").exists()


def test_the_public_key_does_not_sign(folder: Path) -> None:
    result = run("issue", "--key", folder / "signing.pub.pem", "--out", folder / "x", "--organization", "X")
    assert result.exit_code == 1
    assert "not an Ed25519 private key" in result.stderr


def test_a_file_that_is_not_a_license_is_refused(folder: Path) -> None:
    (folder / "license.txt").write_bytes(b"x" * 60_000)
    assert "50 KB" in run("show", folder / "license.txt").stderr
    (folder / "license.txt").write_bytes(b" \n")
    assert "The license file is empty." in run("show", folder / "license.txt").stderr
    assert "No such file" in run("show", folder / "gone.txt").stderr


def test_help_names_every_command() -> None:
    result = run("--help")
    assert all(command in result.stdout for command in ("keygen", "issue", "show", "trust anchor"))
