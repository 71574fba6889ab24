"""One part of the snapshot, compiled as the engine does it: from the changes of the log of revisions."""

from typing import Any, Generic, TypeVar

from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes, CompiledParts, Compiler, CompilerInput, compile_parts
from tests.support.configurations import create, delete, replace

T = TypeVar("T")


class CompiledPart(Generic[T]):
    """A part that is brought up to date after each save."""

    def __init__(self, configuration: Configuration, compiler: Compiler[T]) -> None:
        self.configuration = configuration
        self._compiler = compiler
        self._revision = 0
        self.part = self.whole()
        self.update()

    def whole(self) -> T:
        """Return the part compiled from scratch."""
        with self.configuration.reading() as view:
            return self._compiler.compile(CompilerInput(view, self.configuration.ports, None, ALL_CHANGES))

    def update(self) -> T:
        """Compile the changes since the last time."""
        with self.configuration.reading() as view:
            changes = Changes.of(revision_log.changed_since(view.connection, self._revision))
            self._revision = view.revision()
            previous = CompiledParts({self._compiler.name: self.part})
            after = compile_parts([self._compiler], view, self.configuration.ports, previous, changes)
        assert not after.failed
        self.part = after.parts[self._compiler.name]
        return self.part

    def create(self, resource: Resource[Any], body: dict[str, Any]) -> str:
        """Save a new document; return its id."""
        id_ = create(self.configuration, resource, body).id
        self.update()
        return id_

    def replace(self, resource: Resource[Any], id_: str, body: dict[str, Any]) -> None:
        """Save a document anew."""
        replace(self.configuration, resource, id_, body)
        self.update()

    def delete(self, resource: Resource[Any], id_: str) -> None:
        """Delete a document."""
        delete(self.configuration, resource, id_)
        self.update()
