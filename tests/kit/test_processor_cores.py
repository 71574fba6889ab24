"""The number of processor cores that a process may use."""

import os
from pathlib import Path

import pytest

from hanse.kit.processor_cores import available_cores

MACHINE = len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("max 100000\n", MACHINE),
        ("100000 100000\n", 1),
        ("50000 100000\n", 1),
        ("99900000 100000\n", MACHINE),
        ("", MACHINE),
        ("0 0\n", MACHINE),
    ],
)
def test_a_container_is_limited_to_its_share(tmp_path: Path, content: str, expected: int) -> None:
    (tmp_path / "cpu.max").write_text(content)
    assert available_cores(tmp_path / "cpu.max") == expected


def test_without_control_groups_all_cores_are_available(tmp_path: Path) -> None:
    assert available_cores(tmp_path / "none") == MACHINE
