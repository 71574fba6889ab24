"""The content of an archive, without any secret."""

import itertools
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.bundle.export import exported_resources
from hanse.ops.support_data.content.configuration import MASK, masked
from hanse.ops.support_data.content.logs import KB, parts_of
from hanse.ops.support_data.content.process import shown, variables
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from tests.ops.support_data.conftest import Node, request, values
from tests.support.configurations import create
from tests.support.key_pairs import stored_body
from tests.support.support_data import opened

ROLES = ["ADMINISTRATOR", "USER_ADMINISTRATOR", "CRYPTO_ADMINISTRATOR"]
PASSPHRASE = "Holstentor-1478"
ALWAYS_INCLUDED = {
    "about.json",
    "threads.txt",
    "tasks.txt",
    "version.json",
    "environment.json",
    "options.json",
    "database.json",
    "cluster.json",
    "heartbeats.jsonl",
    "system-reports.jsonl",
    "problems.json",
}
# The warning is about the key derivation that WinZip's AES format requires (see the dependency in `pyproject.toml`).
prescribed = pytest.mark.filterwarnings("ignore:PBKDF2 without 'hmac_hash_module':DeprecationWarning")
SIZES = st.one_of(st.none(), st.integers(0, 50))


@pytest.fixture
def database_kind() -> str:
    """The content does not depend on the database; tests of differences run on both."""
    return "sqlite"


def test_an_archive_has_all_required_files(node: Node) -> None:
    (node.log_folder / "server.log").write_text("line\n")
    files = node.collect(comment="It is slow")
    exported = exported_resources(node.configuration.registry)
    kinds = {f"configuration/{kind.kind.replace('/', '_')}.jsonl" for kind in exported}
    assert set(files) == ALWAYS_INCLUDED | kinds | {"log/server.log"}
    assert json.loads(files["problems.json"]) == []
    about = json.loads(files["about.json"])
    assert (about["comment"], about["requestedBy"]) == ("It is slow", "alice")
    assert about["node"] == {"index": 0, "address": "localhost:9999", "role": "STANDALONE"}
    assert json.loads(files["version.json"])["packages"]["starlette"]
    assert b"support data renewal" in files["threads.txt"]
    assert json.loads(files["database.json"])["newestRevision"] == 0


@prescribed
def test_an_encrypted_archive_needs_its_passphrase(node: Node) -> None:
    (node.log_folder / "server.log").write_text("a line of the log\n" * 100)
    files = node.collect(encryptArchive=True, encryptionPassphrase=PASSPHRASE)
    assert files["log/server.log"] == b"a line of the log\n" * 100
    content = node.content(node.listed()[0].archive_id)
    assert b"a line of the log" not in content
    assert PASSPHRASE.encode() not in b"".join(files.values())
    with pytest.raises(RuntimeError, match="password"):
        opened(content)
    with pytest.raises(RuntimeError, match="password"):
        opened(content, "another passphrase")


@pytest.mark.skipif(shutil.which("unzip") is None, reason="unzip is not installed")
def test_an_ordinary_tool_opens_an_archive(node: Node, tmp_path: Path) -> None:
    node.collect()
    path = tmp_path / "archive.zip"
    path.write_bytes(node.content(node.listed()[0].archive_id))
    subprocess.run(["unzip", "-tq", path], check=True, stdout=subprocess.DEVNULL)  # noqa: S607 - unzip may be in any folder of PATH.


def test_the_configuration_contains_no_secret_encrypted_or_plain(node: Node) -> None:
    create(
        node.configuration,
        ADMINISTRATIVE_ACCOUNTS,
        {"username": "alice", "password": "Holstentor-1478", "active": True, "roles": ROLES},
    )
    create(node.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    files = node.collect()
    (account,) = values(files["configuration/administrativeAccount.jsonl"])
    assert account["document"]["password"] == MASK
    (pair,) = values(files["configuration/keyPairs_signing.jsonl"])
    assert pair["document"]["privateKey"] == MASK
    whole = b"".join(files.values())
    for secret in (b"Holstentor", b"8741-rotnetsloH", b"PRIVATE KEY", b'"encrypted'):
        assert secret not in whole
    assert "eyJhbGciOiJkaXIi" not in whole.decode()


def test_a_secret_that_is_not_set_is_not_masked() -> None:
    assert masked(ADMINISTRATIVE_ACCOUNTS, {"username": "alice"}) == {"username": "alice"}


def test_listed_variables_are_included_with_redacted_secrets() -> None:
    reported = variables(
        {
            "HANSE_DATABASE": "postgresql://hanse:Holstentor@db/hanse?password=Burgtor",
            "HANSE_MASTER_KEY": "Kaak",
            "HANSE_ADMIN_PORT": "9999",
            "HTTPS_PROXY": "http://proxy:Holstentor@proxy.example:3128",
            "TZ": "Europe/Berlin",
            "AWS_SECRET_ACCESS_KEY": "Burgtor",
            "EDITOR": "vi",
        }
    )
    assert reported == {
        "HANSE_ADMIN_PORT": "9999",
        "HANSE_DATABASE": "postgresql://[redacted]@db/hanse?[redacted]",
        "HANSE_MASTER_KEY": "[redacted]",
        "HTTPS_PROXY": "http://[redacted]@proxy.example:3128",
        "TZ": "Europe/Berlin",
    }


def test_options_are_redacted_like_variables(node: Node) -> None:
    node.options |= {"database": "postgresql://hanse:Holstentor@db/hanse", "admin_port": "9999"}
    options = json.loads(node.collect()["options.json"])
    assert options == {"database": "postgresql://[redacted]@db/hanse", "admin_port": "9999"}
    assert shown("", "sqlite:///hanse.db?mode=ro") == "sqlite:///hanse.db?[redacted]"


def test_logs_have_their_head_and_their_tail(node: Node) -> None:
    (node.log_folder / "server.log").write_bytes(b"h" * KB + b"m" * 5 * KB + b"t" * KB)
    log = node.collect(fileHeadCollectionKBSize=1, fileTailCollectionKBSize=1)["log/server.log"]
    assert log == b"h" * KB + b"\n[... 5120 of 7168 bytes left out ...]\n" + b"t" * KB


def test_a_log_is_complete_without_truncation(node: Node) -> None:
    (node.log_folder / "server.log").write_bytes(b"x" * 9 * KB)
    sizes = {"fileHeadCollectionKBSize": 1, "fileTailCollectionKBSize": 1}
    assert len(node.collect(**sizes, truncateLogs=False)["log/server.log"]) == 9 * KB


@given(st.integers(0, 200 * KB), SIZES, SIZES)
def test_truncated_parts_keep_the_requested_lines_in_order(size: int, head: int | None, tail: int | None) -> None:
    parts = parts_of(size, request(fileHeadCollectionKBSize=head, fileTailCollectionKBSize=tail).options())
    assert parts[0].start == 0 or head == 0
    assert parts[-1].end == size
    kept = sum(part.end - part.start for part in parts)
    assert kept == (size if head is None or tail is None else min(size, (head + tail) * KB))
    assert all(first.end <= second.start for first, second in itertools.pairwise(parts))


@pytest.mark.parametrize(("count", "names"), [(0, ["server.log"]), (2, ["server.log", "server.log.1", "server.log.2"])])
def test_the_requested_number_of_rolled_files_is_included(node: Node, count: int, names: list[str]) -> None:
    for name in ("server.log", "server.log.1", "server.log.2", "server.log.10"):
        (node.log_folder / name).write_text(name)
    files = node.collect(rolledLogCount=count)
    assert [name.removeprefix("log/") for name in files if name.startswith("log/")] == names


def test_binary_files_are_included_whole_and_only_on_request(node: Node) -> None:
    (node.log_folder / "core.bin").write_bytes(b"\0" * 9 * KB)
    assert "log/core.bin" not in node.collect()
    sizes = {"fileHeadCollectionKBSize": 1, "fileTailCollectionKBSize": 1}
    assert len(node.collect(includeBinaryFiles=True, **sizes)["log/core.bin"]) == 9 * KB


def test_links_out_of_the_log_folder_are_not_followed(node: Node, tmp_path: Path) -> None:
    (tmp_path / "master.key").write_text("Kaak")
    (node.log_folder / "link.log").symlink_to(tmp_path / "master.key")
    assert not [name for name in node.collect() if name.startswith("log/")]


def test_a_failed_part_is_reported_and_the_others_are_included(node: Node) -> None:
    node.log_folder.rmdir()
    files = node.collect()
    assert {"name": "Log files"}.items() <= json.loads(files["problems.json"])[0].items()
    assert files["version.json"]


def test_expensive_data_is_included_only_on_request(node: Node) -> None:
    few, many = node.collect(), node.collect(collectExpensiveData=True)
    assert set(many) - set(few) == {"objects.json", "configuration/changes.jsonl"}
    assert json.loads(many["database.json"])["rows"]["support_archive"] == 2
    assert "rows" not in json.loads(few["database.json"])


def test_the_requested_number_of_samples_is_taken(node: Node) -> None:
    files = node.collect(numHeartbeatSamples=0, reportCount=1)
    assert files["heartbeats.jsonl"] == b""
    (report,) = values(files["system-reports.jsonl"])
    assert report["memoryBytes"]["total"] > report["memoryBytes"]["available"] > 0
    (heartbeat,) = values(node.collect()["heartbeats.jsonl"])
    assert heartbeat["residentBytes"] > 1_000_000
    assert heartbeat["eventLoopLagMilliseconds"] >= 0
    assert heartbeat["time"] == "2026-11-21T08:30:02.000Z"
