"""The number of processors that this process may use."""

import math
import os
from pathlib import Path
from typing import Final

# Linux's control groups, version 2: the microseconds of processor time for each period, or `max`.
_QUOTA: Final = Path("/sys/fs/cgroup/cpu.max")


def available_cores(quota_file: Path = _QUOTA) -> int:
    """Return the number of processors that this process may run on, at least one.

    A container may be limited to some of them, or to a share of their time, which is rounded up.
    """
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:
        # Systems other than Linux.
        cores = os.cpu_count() or 1
    return max(1, min(cores, _quota(quota_file) or cores))


def _quota(file: Path) -> int | None:
    try:
        quota, period = file.read_text(encoding="ascii").split()
        return math.ceil(int(quota) / int(period))
    except (OSError, ValueError, ZeroDivisionError):
        # The file does not exist, or contains `max`.
        return None
