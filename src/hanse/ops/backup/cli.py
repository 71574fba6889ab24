"""The commands `hanse config export` and `hanse config import`."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from hanse.config.bundle.document import read, to_bytes
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import Imported, import_
from hanse.config.change import Author
from hanse.config.configuration import Configuration
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.masterkey import MasterKeyError, read_master_key
from hanse.kit.errors import HanseError, ValidationFailed
from hanse.ops.backup.files import STANDARD, read_bytes, write_bytes

AUTHOR = Author("command line")


@dataclass(frozen=True)
class Opened:
    """What the composition root opens for a command."""

    configuration: Configuration
    keyring: Keyring
    product_version: str


OpenConfiguration = Callable[[], AbstractContextManager[Opened]]


def commands(open_configuration: OpenConfiguration) -> typer.Typer:
    """Return the group of commands, to be added to the program under the name `config`."""
    group = typer.Typer(no_args_is_help=True, help="Export the whole configuration to a file, or import it from one.")

    @group.command("export")
    def _export(
        out: Annotated[
            str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; - is standard output.")
        ] = STANDARD,
    ) -> None:
        """Write the whole configuration as JSON.

        The file has every exported document, readable and in a fixed order, so that two exports can be compared and
        kept under version control. Secrets in it stay encrypted, with keys that are themselves wrapped under the
        master key: it can only be imported where that master key is known. An installation's own facts, such as its
        licence, are not in it. The server may be running.

        Example: hanse config export --out configuration.json
        """
        with _explained(), open_configuration() as opened, opened.configuration.reading() as view:
            exported = export(view, opened.keyring, product_version=opened.product_version, progress=_tell)
            write_bytes(out, to_bytes(exported))
        typer.echo(f"Exported {sum(map(len, exported['documents'].values()))} documents.", err=True)

    @group.command("import")
    def _import(
        file: Annotated[str, typer.Argument(metavar="FILE", help="An export; - is standard input.")],
        source_master_key: Annotated[
            Path | None,
            typer.Option(
                "--source-master-key",
                metavar="FILE",
                help="The master key of the server that made the export, when it is not this server's.",
            ),
        ] = None,
    ) -> None:
        """Replace the whole configuration by an export.

        The file is checked as a whole first, and every finding is printed with its place in the file; as long as there
        is one, nothing changes. Then everything is replaced at once, as one revision in the history. What an export
        does not have, such as the licence, stays. The server may be running; it uses the new configuration at once.

        Example: hanse config import configuration.json
        """
        with _explained(), open_configuration() as opened:
            bundle = read(read_bytes(file))
            key = read_master_key(source_master_key) if source_master_key is not None else None
            imported = import_(opened.configuration, bundle, AUTHOR, source_master_key=key, progress=_tell)
        typer.echo(_summary(imported), err=True)

    return group


def _summary(imported: Imported) -> str:
    if imported.revision is None:
        return f"Imported {imported.documents} documents; all of them were there already, so nothing has changed."
    counts = f"Imported {imported.documents} documents, of which {imported.changed} changed"
    return f"{counts}, as revision {imported.revision}."


def _tell(step: str, done: int, total: int) -> None:
    """Say on standard error how far a long step has come, on one line of a terminal and not at all in a log."""
    if typer.get_text_stream("stderr").isatty() and (done == total or done % 500 == 0):
        typer.echo(f"\r{step} {done} of {total}", err=True, nl=done == total)


@contextmanager
def _explained() -> Iterator[None]:
    """Turn expected failures into messages and exit status 1."""
    try:
        yield
    except ValidationFailed as failure:
        typer.echo(failure.message, err=True)
        for finding in failure.errors:
            typer.echo(f"  {finding.field_path or 'file'}: {finding.message}", err=True)
        raise typer.Exit(1) from None
    except (HanseError, MasterKeyError, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
