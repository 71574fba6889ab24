"""The state of the log, for all processes of a server: one writes the log, and the others must notice its failures.

The log is the audit log too: it has a line for each request, sign-in and token.
"""

import mmap
import struct
from typing import Final

_STATE: Final = struct.Struct("=?Q")


class LogHealth:
    """Shared memory. Created before the processes are forked; only the process that writes the log changes it."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, mmap.PAGESIZE)

    @property
    def is_failing(self) -> bool:
        """Return whether the last lines could not be written."""
        return bool(_STATE.unpack_from(self._memory)[0])

    @property
    def failed_lines(self) -> int:
        """Return the number of lines that could not be written since the start."""
        return int(_STATE.unpack_from(self._memory)[1])

    def written(self) -> None:
        """Record that lines were written."""
        if self.is_failing:
            _STATE.pack_into(self._memory, 0, False, self.failed_lines)

    def failed(self, lines: int) -> None:
        """Record that lines could not be written."""
        _STATE.pack_into(self._memory, 0, True, self.failed_lines + lines)
