"""The header with correlation IDs, as a part of the snapshot."""

from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.resources.system.general_settings import GENERAL_SETTINGS


def _compile(given: CompilerInput[bytes]) -> bytes:
    return given.view.singleton(GENERAL_SETTINGS).request_header_for_correlation_id.lower().encode("ascii")


CORRELATION_HEADER: Compiler[bytes] = Compiler("correlation header", frozenset({GENERAL_SETTINGS.kind}), _compile)
