"""One part of the snapshot, compiled like in the engine: from the changes in the revision log."""

from typing import Any, Generic, TypeVar

from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes, CompiledParts, Compiler, CompilerInput, compile_parts
from tests.support.configurations import create, delete, replace

T = TypeVar("T")


class CompiledPart(Generic[T]):
    """A compiled part that is updated after each save."""

    def __init__(self, configuration: Configuration, compiler: Compiler[T]) -> None:
        self.configuration = configuration
        self._compiler = compiler
        self._revision = 0
        self.part = self.compile_all()
        self.update()

    def compile_all(self) -> T:
        """Return the part compiled from scratch."""
        with self.configuration.reading() as view:
            return self._compiler.compile(CompilerInput(view, self.configuration.ports, None, ALL_CHANGES))

    def update(self) -> T:
        """Compile the changes since the last update."""
        with self.configuration.reading() as view:
            changes = Changes.of(revision_log.changed_since(view.connection, self._revision))
            self._revision = view.revision()
            previous = CompiledParts({self._compiler.name: self.part})
            after = compile_parts([self._compiler], view, self.configuration.ports, previous, changes)
        assert not after.failed
        self.part = after.parts[self._compiler.name]
        return self.part

    def create(self, resource: Resource[Any], body: dict[str, Any]) -> str:
        """Create a document, update the part, and return the document's ID."""
        id_ = create(self.configuration, resource, body).id
        self.update()
        return id_

    def replace(self, resource: Resource[Any], id_: str, body: dict[str, Any]) -> None:
        """Replace a document and update the part."""
        replace(self.configuration, resource, id_, body)
        self.update()

    def delete(self, resource: Resource[Any], id_: str) -> None:
        """Delete a document and update the part."""
        delete(self.configuration, resource, id_)
        self.update()
