"""The options of a collection and their rules (specification 2, sections 3, 5 and 9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.declare.fields import ConfigModel
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message

STANDALONE: Final = "STANDALONE"
# The node types that a collection can be for, with the roles of the nodes; ALL is every node.
NodeType = Literal["STANDALONE", "ENGINES", "ADMINS", "ALL"]
_ROLES: Final = {
    "ENGINES": frozenset({"CLUSTERED_ENGINE", "CLUSTERED_DUAL"}),
    "ADMINS": frozenset({"CLUSTERED_CONSOLE", "CLUSTERED_DUAL"}),
}
HEAD_KB, TAIL_KB = 100, 900
# WinZip's AES derives its key with a thousand rounds of PBKDF2 only, so the passphrase must be long.
SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 8, 256
LARGEST_KB = 10_000_000
MOST_ROLLED = 100
MOST_SAMPLES, LONGEST_INTERVAL = 600, 60
NOTHING_OF_LOGS = "Enter a head size or a tail size above 0."


@dataclass(frozen=True)
class ArchiveMember:
    """A node that can collect data: its index in the cluster, and its name in the console."""

    index: int
    address: str
    role: str
    is_running: bool = True


def _check_integer(value: Any) -> Any:
    if value is not None and type(value) is not int:
        raise PydanticCustomError("request_incorrectly_formatted", "This field must be a valid integer.")
    return value


def _check_passphrase(text: str) -> str:
    # Tools do not agree on the encoding of other characters.
    if any(not " " <= character <= "~" for character in text):
        raise PydanticCustomError("invalid_passphrase", "Use printable ASCII characters only.")
    return text


Integer = BeforeValidator(_check_integer)
Size = Annotated[int | None, Field(ge=0, le=LARGEST_KB), Integer]
Samples = Annotated[int, Field(ge=0, le=MOST_SAMPLES), Integer]
Interval = Annotated[int, Field(ge=1, le=LONGEST_INTERVAL), Integer]


class CollectionOptions(ConfigModel):
    """The contents of an archive. Omitted options have the defaults of the console."""

    collect_expensive_data: bool = False
    truncate_logs: bool = True
    # A size of null keeps everything from that end.
    file_head_collection_kb_size: Annotated[Size, Field(alias="fileHeadCollectionKBSize")] = HEAD_KB
    file_tail_collection_kb_size: Annotated[Size, Field(alias="fileTailCollectionKBSize")] = TAIL_KB
    rolled_log_count: Annotated[int, Field(ge=0, le=MOST_ROLLED), Integer] = 1
    include_binary_files: bool = False
    num_heartbeat_samples: Samples = 5
    interval_between_heartbeat_samples: Interval = 1
    report_count: Samples = 10
    report_interval: Interval = 1
    comment: Annotated[str | None, Field(max_length=4096)] = None


class CollectionRequest(CollectionOptions):
    """A request for a collection: the nodes, and the contents of their archives."""

    nodes_to_collect: list[Annotated[int, Field(ge=0, le=2**31 - 1), Integer]] = Field(default=[], max_length=10_000)
    node_type_to_collect: NodeType | None = None
    encrypt_archive: bool = False
    encryption_passphrase: Annotated[
        str | None,
        Field(min_length=SHORTEST_PASSPHRASE, max_length=LONGEST_PASSPHRASE, repr=False),
        AfterValidator(lambda text: None if text is None else _check_passphrase(text)),
    ] = None

    def options(self) -> CollectionOptions:
        """Return the settings for a node, without the passphrase, which is sent encrypted."""
        return CollectionOptions.model_validate({name: getattr(self, name) for name in CollectionOptions.model_fields})


def chosen(request: CollectionRequest, members: Sequence[ArchiveMember]) -> list[ArchiveMember]:
    """Return the requested nodes that exist, each once."""
    if request.node_type_to_collect is not None:
        roles = _ROLES.get(request.node_type_to_collect)
        return [member for member in members if roles is None or member.role in roles]
    known = {member.index: member for member in members}
    return [known[index] for index in dict.fromkeys(request.nodes_to_collect) if index in known]


def findings(request: CollectionRequest, members: Sequence[ArchiveMember], *, clustered: bool) -> Iterator[FieldError]:
    """Yield errors of a request that concern more than one field."""
    if request.node_type_to_collect == STANDALONE:
        if clustered:
            text = "This server is a cluster: select nodes."
            yield FieldError(text, "nodeTypeToCollect", "csd_node_to_collect_required")
    elif request.node_type_to_collect is not None:
        if not chosen(request, members):
            text = "This server has no node of this type."
            yield FieldError(text, "nodeTypeToCollect", "csd_node_to_collect_required")
    elif not request.nodes_to_collect:
        text = "At least one node must be selected."
        yield FieldError(text, "nodesToCollect", "csd_node_to_collect_required")
    else:
        known = {member.index for member in members}
        for position, index in enumerate(request.nodes_to_collect):
            if index not in known:
                yield FieldError(
                    message("Node {index} does not exist.", index=index),
                    f"nodesToCollect[{position}]",
                    "csd_node_unknown",
                )
    sizes = (request.file_head_collection_kb_size, request.file_tail_collection_kb_size)
    if request.truncate_logs and set(sizes) == {0}:
        yield FieldError(NOTHING_OF_LOGS, "truncateLogs", "csd_truncation_without_size")
    yield from _passphrase_findings(request)


def _passphrase_findings(request: CollectionRequest) -> Iterator[FieldError]:
    if request.encrypt_archive and not request.encryption_passphrase:
        yield FieldError("This field is required.", "encryptionPassphrase", "required_field")
    if request.encryption_passphrase and not request.encrypt_archive:
        message = "Only an encrypted archive has a passphrase."
        yield FieldError(message, "encryptionPassphrase", "csd_passphrase_without_encryption")
