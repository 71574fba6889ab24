"""The types of a client's ID and of the names of its scopes."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import HoldsPattern, Ref

# RFC 6749, section 2.2, does not restrict identifiers. Only characters that need no escaping in a path or a form are
# allowed.
ClientId = Annotated[
    str,
    Field(min_length=1, max_length=256),
    HoldsPattern(
        r"^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$",
        "Use only letters A to Z, digits and - . _ ~ in a client ID. It must not begin with a dot.",
    ),
]
CommonScope = Annotated[
    str, Field(max_length=256), Ref(handles.ANY_COMMON_SCOPE[0], others=handles.ANY_COMMON_SCOPE[1:])
]
ExclusiveScope = Annotated[
    str, Field(max_length=256), Ref(handles.ANY_EXCLUSIVE_SCOPE[0], others=handles.ANY_EXCLUSIVE_SCOPE[1:])
]
