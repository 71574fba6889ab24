"""The input and the output of a rule: the files of a working copy, and findings."""

import ast
import io
import subprocess
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath


@dataclass(frozen=True, order=True)
class Finding:
    """A finding of a rule. A warning is printed but does not fail the run."""

    path: str
    line: int
    message: str
    warning: bool = False

    def __str__(self) -> str:
        """Return `path:line: message`, which editors turn into a link."""
        return f"{self.path}:{self.line}: {'warning: ' if self.warning else ''}{self.message}"


@dataclass(frozen=True)
class Tree:
    """A working copy: its root, and its files relative to it."""

    root: Path
    files: tuple[str, ...]

    @classmethod
    def of_git(cls, root: Path) -> "Tree":
        """Return the files that git tracks or would track."""
        command = [
            "git",
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]  # The command has no external input.
        listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout  # noqa: S603 fixed command
        return cls(root, tuple(sorted(name for name in listed.split("\0") if name and (root / name).is_file())))

    @classmethod
    def of_folder(cls, root: Path) -> "Tree":
        """Return every file below a folder, for the tests of the rules."""
        return cls(root, tuple(sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())))

    def matching(self, *patterns: str) -> Iterator[str]:
        """Yield the files that match one of the patterns, as in `src/**/*.py`."""
        for name in self.files:
            if any(PurePosixPath(name).match(pattern) for pattern in patterns):
                yield name

    def under(self, folders: tuple[str, ...], *suffixes: str) -> Iterator[str]:
        """Yield the files below one of the folders that end with one of the suffixes."""
        for name in self.files:
            if name.startswith(tuple(f"{folder}/" for folder in folders)) and name.endswith(suffixes):
                yield name

    def text(self, name: str) -> str:
        """Return a file's text; invalid UTF-8 is replaced, because images are tracked too."""
        return _text(self.root / name)

    def lines(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield a file's lines, numbered from 1."""
        return enumerate(self.text(name).splitlines(), start=1)

    def python(self) -> Iterator[tuple[str, ast.Module]]:
        """Yield every Python file with its syntax tree."""
        for name in self.matching("*.py"):
            yield name, self.module(name)

    def module(self, name: str) -> ast.Module:
        """Return a Python file's syntax tree."""
        return parsed(self.text(name))

    def nodes(self, name: str) -> tuple[ast.AST, ...]:
        """Return every node of a Python file's syntax tree."""
        return nodes_of(self.text(name))

    def tokens(self, name: str) -> tuple[tokenize.TokenInfo, ...]:
        """Return a Python file's tokens, comments among them."""
        return tokens_of(self.text(name))


# Most rules read most files, so each file is read and parsed only once.
@cache
def parsed(code: str) -> ast.Module:
    """Return the syntax tree of Python code. Raises SyntaxError."""
    return ast.parse(code)


@cache
def nodes_of(code: str) -> tuple[ast.AST, ...]:
    """Return every node of the syntax tree of Python code."""
    return tuple(ast.walk(parsed(code)))


@cache
def tokens_of(code: str) -> tuple[tokenize.TokenInfo, ...]:
    """Return the tokens of Python code, comments among them."""
    return tuple(tokenize.generate_tokens(io.StringIO(code).readline))


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
