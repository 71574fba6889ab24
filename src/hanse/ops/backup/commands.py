"""Implements `hanse config export` and `hanse config import`; their flags and help are in `hanse.cli.config`."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from hanse.config.bundle.document import read, to_bytes
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import ImportResult, import_
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.masterkey import MasterKeyError, read_master_key
from hanse.kit.errors import HanseError, ValidationFailed
from hanse.ops.backup.files import read_bytes, write_bytes

AUTHOR = Author("command line")


@dataclass(frozen=True)
class Opened:
    """The objects that the composition root opens for a command."""

    configuration: Configuration
    keyring: Keyring
    product_version: str


OpenConfiguration = Callable[[], AbstractContextManager[Opened]]


def run_export(open_configuration: OpenConfiguration, out: str) -> None:
    """Write the whole configuration to a file, or to standard output for `-`."""
    with _explained(), open_configuration() as opened, opened.configuration.reading() as view:
        exported = export(view, opened.keyring, product_version=opened.product_version, progress=_show_progress)
        write_bytes(out, to_bytes(exported))
    typer.echo(f"Exported {sum(map(len, exported['documents'].values()))} documents.", err=True)


def run_import(open_configuration: OpenConfiguration, file: str, source_master_key: Path | None) -> None:
    """Replace the whole configuration by an export; if there are errors, print them and change nothing."""
    with _explained(), open_configuration() as opened:
        bundle = read(read_bytes(file))
        key = read_master_key(source_master_key) if source_master_key is not None else None
        imported = import_(opened.configuration, bundle, AUTHOR, source_master_key=key, progress=_show_progress)
    typer.echo(_summary(imported), err=True)


def _summary(imported: ImportResult) -> str:
    if imported.revision is None:
        return f"Imported {imported.documents} documents; all of them were there already, so nothing has changed."
    counts = f"Imported {imported.documents} documents, of which {imported.changed} changed"
    return f"{counts}, as revision {imported.revision}."


def _show_progress(step: str, done: int, total: int) -> None:
    """Show the progress of a long step on standard error, if that is a terminal."""
    if typer.get_text_stream("stderr").isatty() and (done == total or done % 500 == 0):
        typer.echo(f"\r{step} {done} of {total}", err=True, nl=done == total)


@contextmanager
def _explained() -> Iterator[None]:
    """Turn expected failures into messages and exit status 1."""
    try:
        yield
    except ValidationFailed as failure:
        typer.echo(f"hanse: {failure.message}", err=True)
        for finding in failure.errors:
            typer.echo(f"  {finding.field_path or 'file'}: {finding.message}", err=True)
        raise typer.Exit(1) from None
    except (HanseError, MasterKeyError, OSError) as error:
        typer.echo(f"hanse: {error}", err=True)
        raise typer.Exit(1) from None
