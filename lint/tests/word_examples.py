"""Examples for the rules about words: `plain-words`, `console-words` and `spelling`."""

from collections.abc import Mapping

CATALOG = "src/hanse/kit/texts/translations/de.po"
LOCALE = "console/src/locales/en/a.json"

# Rule, files, and the path and the line of the finding.
BAD: list[tuple[str, Mapping[str, str], str, int]] = [
    ("plain-words", {"src/a.py": '"""A module.\n\nThe second caller is\ntold.\n"""\n'}, "src/a.py", 3),
    ("plain-words", {"src/a.py": "x = 1\n# The key.\n# With which tokens are signed.\n"}, "src/a.py", 3),
    ("plain-words", {"src/a.py": "x = 1  # Until then the token counts.\n"}, "src/a.py", 1),
    ("plain-words", {"src/a.py": "x = 1\n\n# Whether it is active.\nIS_ACTIVE = True\n"}, "src/a.py", 3),
    ("plain-words", {"tests/a.py": "# The first user.\n# Who signs in later is refused.\nx = 1\n"}, "tests/a.py", 2),
    ("plain-words", {"lint/a.py": "x = 1  # What a rule reports.\n"}, "lint/a.py", 1),
    ("plain-words", {"tests/a.py": 'def f():\n    """How users sign in."""\n'}, "tests/a.py", 2),
    (
        "plain-words",
        {"src/hanse/a.py": '"""A module."""\n\n\ndef f():\n    """Whether it holds."""\n'},
        "src/hanse/a.py",
        5,
    ),
    ("plain-words", {"docs/a.md": "# A\n\nText,\nand what is in force.\n"}, "docs/a.md", 4),
    ("plain-words", {"src/a.html": "<p>is told</p>\n{#\nThe reader\nis told. #}\n"}, "src/a.html", 4),
    ("plain-words", {CATALOG: '\nmsgid ""\n"Whether users "\n"can sign in."\nmsgstr ""\n'}, CATALOG, 2),
    ("plain-words", {CATALOG: 'msgid "This is no host name."\nmsgstr ""\n'}, CATALOG, 1),
    (
        "console-words",
        {"console/src/a.ts": "let x;\n/**\n * The second caller is\n * told.\n */\n"},
        "console/src/a.ts",
        3,
    ),
    ("console-words", {"console/a.css": "a {\n  /* With which it is drawn. */\n}\n"}, "console/a.css", 2),
    ("console-words", {"console/src/a.ts": "const y = 1;\n// It is\n// in force.\n"}, "console/src/a.ts", 3),
    ("console-words", {"console/src/a.ts": "x;\nexport const isCancelled = 1;\n"}, "console/src/a.ts", 2),
    ("spelling", {"console/src/a.ts": "x;\nexport const importLicence = 1;\n"}, "console/src/a.ts", 2),
    ("spelling", {"console/src/catalogue.ts": "export {};\n"}, "console/src/catalogue.ts", 1),
    ("spelling", {"src/hanse/a.py": '"""A."""\nFULFILMENT = 1\n'}, "src/hanse/a.py", 2),
    ("spelling", {"docs/a.md": "The behaviour.\n"}, "docs/a.md", 1),
    ("console-words", {"console/e2e/a.ts": "x;\nasync function tellShell() {}\n"}, "console/e2e/a.ts", 2),
    ("console-words", {"console/src/a.ts": "const hear = (event: Event) => x;\n"}, "console/src/a.ts", 1),
    ("plain-words", {LOCALE: '{\n  "a": "Sign in",\n  "b": "The licence"\n}\n'}, LOCALE, 3),
]
# Rule and files without a finding.
GOOD: list[tuple[str, Mapping[str, str]]] = [
    (
        "plain-words",
        {"src/a.py": '"""Keys that are told apart; `is told` counts from 1."""\n# It stands for a host.\n'},
    ),
    ("plain-words", {"src/a.py": "# True if a user, who signed in, is active.\n# `Which` is a command.\nx = 'How'\n"}),
    ("plain-words", {"docs/a.md": "The number of clients, and `what is in force`.\n\n```\nis told\n```\n"}),
    ("plain-words", {CATALOG: 'msgid "There is no host, and it is no longer valid."\nmsgstr "It is told."\n'}),
    (
        "console-words",
        {
            "console/src/a.ts": 'const url = "https://a.test/licensed"; // A color.\nfunction retell() {}\n',
            "console/e2e/b.ts": "const asked = 1;\n",
        },
    ),
    (
        "spelling",
        {
            "console/e2e/b.ts": "env.HANSE_LICENCE_TRUST_ANCHORS;\n",
            "console/src/api/generated/c.ts": "export const licence = 1;\n",
            "console/src/d.tsx": '<ul aria-labelledby="a" />;\n',
            "src/hanse/e.py": "if task.cancelled() and is_fulfilled:\n    pass\n",
        },
    ),
    ("plain-words", {LOCALE: '{"a": "{count, plural, one {# key} other {# keys}}"}'}),
]
