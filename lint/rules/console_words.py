"""The console's sources have the words of the product: plain comments, and names with a clear verb.

`plain_words` and `names` do the same for Python and Markdown. Generated code and the bad examples of tests are exempt.
"""

import re
from collections.abc import Iterator

from lint.rules.names import VAGUE_WORDS
from lint.rules.plain_words import PHRASES, STARTS, TEXT_PHRASES, phrases_in
from lint.tree import Finding, Tree

SUFFIXES = (".ts", ".tsx", ".css")
EXEMPT = ("/generated/", "/fixtures/", "/static/")
COMMENT_PHRASES = PHRASES | {name: TEXT_PHRASES[name] for name in (r"\bin force\b", r"\basked for\b")}
# British spelling, which only the server may have, as Python's `asyncio` has it. `spelling` has all other words.
CANCELED = re.compile("(?i)cancelled")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*(?:\n[ \t]*//[^\n]*)*", re.DOTALL)
_MARGIN = re.compile(r"(?m)^[ \t]*(?:/\*+|\*(?!/)|//)?[ \t]?")
_FUNCTION = re.compile(r"\bfunction (\w+)|\b(?:const|let) (\w+) = (?:async )?(?:\([^()]*\)|\w+)(?:: [\w<>\[\] |]+)? =>")
_WORD = re.compile(r"[A-Z]?[a-z]+")


def check(tree: Tree) -> Iterator[Finding]:
    """Report comments that have to be read twice, functions without a clear verb, and `cancelled`."""
    for name in tree.under(("console",), *SUFFIXES):
        if any(each in f"/{name}" for each in EXEMPT):
            continue
        text = tree.text(name)
        for match in _COMMENT.finditer(text):
            prose = _MARGIN.sub("", match[0])
            yield from phrases_in(name, _line_of(text, match.start()), prose, COMMENT_PHRASES, STARTS)
        for match in CANCELED.finditer(text):
            yield Finding(name, _line_of(text, match.start()), f"'{match[0]}': American spelling")
        for match in _FUNCTION.finditer(text):
            function = match[1] or match[2]
            if not VAGUE_WORDS.isdisjoint(word.lower() for word in _WORD.findall(function)):
                line = _line_of(text, match.start())
                yield Finding(name, line, f"{function} does not say what the function does: use its verb")


def _line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
