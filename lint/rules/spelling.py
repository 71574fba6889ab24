"""Names, comments and texts have American spelling, like the API contract."""

import re
from collections.abc import Iterator

from lint.tree import Finding, Tree

SUFFIXES = (".css", ".html", ".js", ".md", ".py", ".toml", ".ts", ".tsx")
# Stems, which are found in the middle of names too, as in `importLicence`.
BRITISH = (
    r"licence|catalogue|neighbour|colour|behaviour|favour|organisation|authoris|customis|initialis|serialis|normalis"
    r"|fulfil(?!l)|labelled(?!by)"
)
# An option of the server, which existing installations set, and a keyword for administrators who search in British.
ALLOWED = re.compile(r'(?i)licence[_-]trust[_-]anchors|keywords=\("licence"')
# The rules and their tests contain the words.
EXEMPT = ("lint/rules/", "lint/tests/")
EXEMPT_FOLDERS = ("/generated/", "/fixtures/", "/static/", "/locales/")
# Texts in German, which has some of the words.
EXEMPT_FILES = ("/messages/de.toml",)
_BRITISH = re.compile(f"(?i){BRITISH}")


def check(tree: Tree) -> Iterator[Finding]:
    """Report British spelling in the content and in the names of files."""
    for name in tree.files:
        if not name.endswith(SUFFIXES) or name.startswith(EXEMPT) or name.endswith(EXEMPT_FILES):
            continue
        if any(each in f"/{name}" for each in EXEMPT_FOLDERS):
            continue
        if match := _BRITISH.search(name):
            yield Finding(name, 1, f"'{match[0]}' in the file's name: American spelling")
        text = ALLOWED.sub(lambda found: "_" * len(found[0]), tree.text(name))
        for match in _BRITISH.finditer(text):
            yield Finding(name, text.count("\n", 0, match.start()) + 1, f"'{match[0]}': American spelling")
