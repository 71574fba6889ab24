"""The key algorithms that key pairs can use, for clients that offer a choice."""

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.key_pairs import KEY_ALGORITHMS


class KeyAlgorithm(ConfigModel):
    """A key algorithm with its key sizes and signature algorithms."""

    name: str
    key_sizes: list[int]
    default_key_size: int
    signature_algorithms: list[str]
    default_signature_algorithm: str


class KeyAlgorithms(ConfigModel):
    """The key algorithms that key pairs can use."""

    items: list[KeyAlgorithm]


def _list(_call: Call) -> OperationResult:
    items = [
        KeyAlgorithm(
            name=each.name,
            key_sizes=list(each.key_sizes),
            default_key_size=each.default_key_size,
            signature_algorithms=list(each.signature_algorithms),
            default_signature_algorithm=each.default_signature_algorithm,
        )
        for each in KEY_ALGORITHMS.values()
    ]
    return OperationResult(KeyAlgorithms(items=items))


KEY_ALGORITHMS_OPERATION = Operation(
    path=f"{API}/keyPairs/keyAlgorithms",
    area=Area.KEYS,
    summary="List: Key Algorithms",
    run=_list,
    tag="Key Algorithms",
    answer=KeyAlgorithms,
    in_transaction=False,
)
