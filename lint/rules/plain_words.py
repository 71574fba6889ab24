"""Prose is plain English, without the phrases of a literal translation.

The rule reads comments, also those of templates, docstrings, Markdown and the texts of the catalogs. It finds only
phrases that have a better form in every case; the other rules of language are in `docs/glossary.md` and
`CONTRIBUTING.md`.
"""

import ast
import json
import re
import tokenize
from collections.abc import Iterator

from lint.rules.spelling import BRITISH
from lint.tree import Finding, Tree, nodes_of, tokens_of

# Regular expressions with what to write instead. A space matches any white space.
PHRASES = {
    r"\b(?:is|are|was|were|be|been) told(?! apart)\b": "say who notifies whom: is notified, is reported, is logged",
    r"\bcomes? of (?:it|this|that|a|an|the|each|what)\b": "results from, or name the result",
    r"\b(?:still|no longer|then|again|already|now) counts\b": "is valid, applies, is used",
    r"\bcounts (?:here|there|again|now|only|once|until|while|nothing|no more)\b": "is valid, applies, is used",
    r"(?<!\bshare\s)(?<!\band\s)\bcounts(?=[.;:])": "is valid, applies, is used",
    r"\bwhat is in force\b": "name it: the snapshot, the current configuration, the installed license",
    r"\b(?:put|puts|putting) (?:\w+ ){0,4}in force\b": "apply, applies",
    r"\b(?:stands|stand) (?:there|here|beside|between)\b": "is shown, is written, is listed",
    r"\b(?:believes|believed) (?:a|an|the|every|each|whoever|none|only|what)\b": "trusts, accepts",
    r"\bthere is none of\b": "does not exist, is missing",
    r"\bis not known here\b": "is not supported, is unknown",
}
# Beginnings that no sentence of a comment or a page may have.
STARTS = r"(?:With which|As whom|Of whose|Of which there|What (?:\w+ ){1,3}(?:is|are) told)\b"
# Beginnings that no sentence of a comment may have. A comment states a fact.
COMMENT_STARTS = r"(?:Whether|How|What|Which|Who|Whom|Whose)\b"
# Beginnings that no docstring may have. The API's descriptions are docstrings of models.
DOCSTRING_STARTS = r"(?:Whether|How|What|When|Where|Which|Who|Whom|Whose|If)\b"
# Further beginnings and phrases that texts of the console, the forms and the API may not have.
TEXT_STARTS = (
    r"(?:Whether|How (?:long|many|much|often|far|the|a|an)|For how|After how|In which|To whom|By which|At which)\b"
)
TEXT_PHRASES = {
    r"(?<!\{)\bcounts?\b(?= (?:for|from|in)\b|[.,;:]|$)": "is valid, applies",
    r"\bstands? (?!for\b)(?:in|at|on|there|here|beside)\b": "is shown, is included",
    r"\bin force\b": "applies, valid, current",
    r"\basked for\b": "requested",
    r"\bby itself\b": "automatically",
    r"(?<![Tt]here\s)\bis no (?!longer\b|such\b|more\b)[a-z]+": "is not a",
    rf"\b(?:{BRITISH})": "American spelling",
}
# The glossary lists the words that are not used.
GLOSSARY = "docs/glossary.md"


def check(tree: Tree) -> Iterator[Finding]:
    """Report phrases that a newcomer has to read twice."""
    for name in tree.matching("*.py"):
        # The phrases of this rule are not searched in the rules, which contain them.
        phrases, starts = ({}, COMMENT_STARTS) if name.startswith("lint/") else (PHRASES, f"{STARTS}|{COMMENT_STARTS}")
        for line, text in comments_of(tree.text(name)):
            yield from phrases_in(name, line, text, phrases, starts)
        for line, text in docstrings_of(tree.text(name)):
            if not name.startswith("lint/"):
                yield from phrases_in(name, line, text, PHRASES, STARTS)
            if match := re.match(DOCSTRING_STARTS, text):
                yield Finding(name, line, f"'{match[0]} …' begins a docstring: begin with a noun phrase or 'Return'")
    for name, line, text in _templates(tree):
        yield from phrases_in(name, line, text, PHRASES, f"{STARTS}|{COMMENT_STARTS}")
    for name, line, text in _markdown(tree):
        yield from phrases_in(name, line, text, PHRASES, STARTS)
    for name, line, text in _texts(tree):
        yield from phrases_in(name, line, text, PHRASES | TEXT_PHRASES, f"{STARTS}|{TEXT_STARTS}")


def _markdown(tree: Tree) -> Iterator[tuple[str, int, str]]:
    """Yield the paragraphs of all documents but the glossary, which contains the words that are not used."""
    for name in tree.matching("*.md"):
        if name != GLOSSARY:
            yield from ((name, line, text) for line, text in _paragraphs(tree, name))


def _templates(tree: Tree) -> Iterator[tuple[str, int, str]]:
    """Yield the comments in the templates of pages."""
    for name in tree.under(("src",), ".html"):
        text = tree.text(name)
        for comment in re.finditer(r"\{#(.*?)#\}", text, re.DOTALL):
            yield name, text.count("\n", 0, comment.start()) + 1, comment[1].strip(" ")


def _texts(tree: Tree) -> Iterator[tuple[str, int, str]]:
    """Yield the English texts that administrators read: the server's and the console's."""
    for name in tree.matching("**/translations/de.po"):
        yield from ((name, line, text) for line, text in _message_ids(tree, name))
    for name in tree.matching("console/src/locales/en/*.json"):
        lines = tree.text(name).splitlines()
        for key, text in json.loads(tree.text(name)).items():
            line = next(number for number, each in enumerate(lines, start=1) if f'"{key}"' in each)
            yield name, line, text


def phrases_in(name: str, line: int, text: str, phrases: dict[str, str], starts: str) -> Iterator[Finding]:
    """Report phrases, and beginnings of sentences, in a text that begins at a line of a file."""
    # Code in backticks is quoted and not checked.
    text = re.sub(r"`[^`\n]*`", "…", text)
    for pattern, better in phrases.items():
        for match in re.finditer(pattern.replace(" ", r"\s+"), text):
            said = " ".join(match[0].split())
            yield Finding(name, line + text.count("\n", 0, match.start()), f"'{said}': {better}")
    # A sentence begins a text or follows the end of another one.
    for match in re.finditer(rf"(?:^|(?<=[.!?] )|(?<=[.!?]\n))(?:{starts})", text):
        said = " ".join(match[0].split())
        yield Finding(
            name, line + text.count("\n", 0, match.start()), f"'{said} …' begins a sentence: name the subject"
        )


def docstrings_of(code: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module, its classes and its functions, without the indentation of their lines."""
    for node in nodes_of(code):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                yield node.body[0].lineno, "\n".join(each.strip() for each in text.split("\n"))


def comments_of(code: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module. Comments in successive lines are one comment."""
    block: list[str] = []
    start = last = 0
    for token in tokens_of(code):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1 and block:
                yield start, "\n".join(block)
                block = []
            start = start if block else token.start[0]
            last = token.start[0]
            block.append(token.string.lstrip("#").strip())
    if block:
        yield start, "\n".join(block)


def _paragraphs(tree: Tree, name: str) -> Iterator[tuple[int, str]]:
    """Yield paragraphs, list items and rows outside code, with code in the text left out."""
    block: list[str] = []
    start, fenced = 1, False
    for line, text in tree.lines(name):
        if text.lstrip().startswith("```"):
            fenced = not fenced
        stripped = "" if fenced or text.lstrip().startswith("```") else text.strip()
        if block and (not stripped or re.match(r"[-*|#]|\d+\.", stripped)):
            yield start, "\n".join(block)
            block = []
        if stripped:
            start = start if block else line
            block.append(re.sub(r"^(?:[-*|#]+|\d+\.)\s+", "", stripped))
    if block:
        yield start, "\n".join(block)


def _message_ids(tree: Tree, name: str) -> Iterator[tuple[int, str]]:
    """Yield the English texts of a catalog."""
    text, start = "", 0
    for line, each in tree.lines(name):
        if match := re.match(r'(?:msgid(?:_plural)? )?"(.*)"$', each):
            if each.startswith("msgid"):
                if text:
                    yield start, text
                text, start = "", line
            text += json.loads(f'"{match[1]}"') if start else ""
        elif start:
            yield start, text
            text, start = "", 0
    if text:
        yield start, text
