"""The identity of this node: created once, and kept in its data folder."""

import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hanse.cluster.node_table import NodeMode
from hanse.kit.randomness import Randomness, new_id

FILE_NAME = "node.json"


@dataclass(frozen=True)
class Identity:
    """A node's id and its last index; 0 if it never had one."""

    id: str
    index: int = 0


@dataclass(frozen=True)
class NodeFacts:
    """The facts that a node reports about itself. `index` is the configured one; 0 means that one is assigned."""

    address: str
    mode: NodeMode
    version: str
    index: int = 0
    group: str = ""
    tags: tuple[str, ...] = ()


class WriteFile(Protocol):
    """Replaces a file as a whole, readable by its owner only (`app.data_folder.write_private`)."""

    def __call__(self, path: Path, content: bytes) -> None:
        """Write the file."""
        ...


def load_identity(folder: Path, randomness: Randomness, keep: WriteFile) -> Identity:
    """Return the identity of this data folder's node; a new one is created and stored if necessary."""
    path = folder / FILE_NAME
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Identity(str(found["id"]), int(found["index"]))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        # If the file is damaged, the node only loses its index.
        made = Identity(new_id(randomness))
        keep_identity(folder, made, keep)
        return made


def keep_identity(folder: Path, identity: Identity, keep: WriteFile) -> None:
    """Store the identity of the node."""
    keep(folder / FILE_NAME, json.dumps({"id": identity.id, "index": identity.index}).encode() + b"\n")


def address_of(host: str, port: int) -> str:
    """Return the address of a node that listens on `host`; a wildcard is replaced by the machine's host name."""
    name = socket.gethostname() if host in ("*", "", "0.0.0.0", "::") else host  # noqa: S104 - compared, not bound.
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"
