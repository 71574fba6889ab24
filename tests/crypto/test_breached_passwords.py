"""The list of breached passwords in its range files."""

from hashlib import sha1
from pathlib import Path

import pytest

from hanse.crypto.breached_passwords import BreachedPasswords


def line_of(password: str, count: int = 3) -> tuple[str, str]:
    """Return the name of the range file of a password and its line."""
    digest = sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    return digest[:5], f"{digest[5:]}:{count}"


def test_the_format_is_that_of_the_range_api() -> None:
    # The example of its documentation.
    assert line_of("P@ssw0rd")[0] == "21BD1"


@pytest.mark.parametrize("name", ["{}", "{}.txt"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_listed_password_is_found_in_its_range_file(tmp_path: Path, name: str, ending: str) -> None:
    prefix, line = line_of("P@ssw0rd")
    lines = ("0" * 35 + ":1", line, "F" * 35 + ":2")
    (tmp_path / name.format(prefix)).write_bytes(ending.join(lines).encode())
    listed = BreachedPasswords(tmp_path)
    assert "P@ssw0rd" in listed
    # A keyboard may compose a letter in another way.
    assert "P@ssw0r\N{FULLWIDTH LATIN SMALL LETTER D}" in listed
    assert "P@ssw0rd1" not in listed


def test_padding_lists_nothing(tmp_path: Path) -> None:
    prefix, line = line_of("P@ssw0rd", 0)
    (tmp_path / prefix).write_text(line)
    assert "P@ssw0rd" not in BreachedPasswords(tmp_path)


def test_without_a_folder_or_a_file_nothing_is_listed(tmp_path: Path) -> None:
    assert "P@ssw0rd" not in BreachedPasswords()
    assert "P@ssw0rd" not in BreachedPasswords(tmp_path)
