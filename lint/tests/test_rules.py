"""Each house rule reports a bad example with its file and line, and does not report a good one."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from lint.run import RULES, run
from lint.tests import word_examples
from lint.tree import Finding, Tree

LONG_FUNCTION = "def long() -> None:\n" + "    print()\n" * 81
LONGISH_FUNCTION = "def longish() -> None:\n" + "    print()\n" * 41
RESOLVED = '{"packages": {"a": {"resolved": "https://registry.test/a.tgz", "integrity": "sha512-x"}}}'
DEPENDING = '[project]\ndependencies = ["Jinja_2[async]>=3.1"]\n'
NOTES = "## [Unreleased]\n- A\n"
HANDLES = {"src/hanse/handles.py": 'CLIENTS = Handle("/oauth/clients")\n'}
PROJECT = '[project]\nversion = "1.2.0"\n'

# The texts are written in two parts so that the rules do not find their own examples.
LATER = "TO" + "DO"
MEND = "FIX" + "ME"
SKIP = "pytest.mark." + "skip"
HOME = "/ho" + "me/ada/hanse"
NOQA = "# no" + "qa"
IGNORE = "# type: ig" + "nore"
BIOME = "// biome-" + "ignore"

PACKAGE = {"src/hanse/kit/__init__.py": "", "src/hanse/kit/clock.py": "class Clock: ...\n"}
BAD: list[tuple[str, Mapping[str, str], str, int]] = [
    *word_examples.BAD,
    ("file-size", {"src/hanse/big.py": "x = 1\n" * 301}, "src/hanse/big.py", 1),
    ("file-size", {"console/src/platform/ui/Big.tsx": "f();\n" * 251}, "console/src/platform/ui/Big.tsx", 1),
    ("file-size", {"tests/test_big.py": "x = 1\n" * 301}, "tests/test_big.py", 1),
    (
        "file-size",
        {"src/hanse/big.py": "x = 1\n" * 301, "lint/allowed_sizes.toml": '"src/hanse/big.py" = " "'},
        "src/hanse/big.py",
        1,
    ),
    ("file-size", {"lint/allowed_sizes.toml": '"src/gone.py" = "a table"'}, "lint/allowed_sizes.toml", 1),
    ("function-length", {"src/hanse/a.py": LONG_FUNCTION}, "src/hanse/a.py", 1),
    (
        "function-length",
        {"src/hanse/a.py": "class A:\n" + "\n".join("    " + x for x in LONG_FUNCTION.splitlines())},
        "src/hanse/a.py",
        2,
    ),
    (
        "forbidden-calls",
        {"src/hanse/config/a.py": "from datetime import UTC, datetime\nx = datetime.now(UTC)\n"},
        "src/hanse/config/a.py",
        2,
    ),
    (
        "forbidden-calls",
        {"src/hanse/admin/a.py": "import datetime as dt\nmake(default=dt.datetime.utcnow)\n"},
        "src/hanse/admin/a.py",
        2,
    ),
    (
        "forbidden-calls",
        {"src/hanse/ops/a.py": "import os.path, time\nx = time.time()\n"},
        "src/hanse/ops/a.py",
        2,
    ),
    (
        "forbidden-calls",
        {"src/hanse/ops/a.py": "import secrets\nsecrets.token_hex()\n"},
        "src/hanse/ops/a.py",
        2,
    ),
    (
        "forbidden-calls",
        {"src/hanse/ops/a.py": "from random import choice as c\nc([1])\n"},
        "src/hanse/ops/a.py",
        2,
    ),
    ("forbidden-calls", {"src/hanse/ops/a.py": "from uuid import uuid4\nuuid4()\n"}, "src/hanse/ops/a.py", 2),
    ("suppressions", {"src/a.py": f"x = 1  {NOQA}\n"}, "src/a.py", 1),
    ("suppressions", {"src/a.py": f"x = 1  {NOQA}: S101\n"}, "src/a.py", 1),
    ("suppressions", {"src/a.py": f"x = 1\ny = 2  {IGNORE}[misc]\n"}, "src/a.py", 2),
    ("suppressions", {"src/a.py": f"y = 2  {IGNORE}  # the library has no types\n"}, "src/a.py", 1),
    (
        "suppressions",
        {"console/src/a.tsx": f"{BIOME} lint/a11y/useX: <explanation>\n"},
        "console/src/a.tsx",
        1,
    ),
    ("unfinished", {"src/a.py": f"# {LATER}: later\n"}, "src/a.py", 1),
    ("unfinished", {"console/src/a.ts": f"// {MEND}\n"}, "console/src/a.ts", 1),
    ("unfinished", {"tests/test_a.py": f"\n@{SKIP}\ndef test_a(): ...\n"}, "tests/test_a.py", 2),
    ("unfinished", {"console/e2e/a.spec.ts": "test.on" + "ly('a', f)\n"}, "console/e2e/a.spec.ts", 1),
    ("machine-paths", {"docs/a.md": f"Go to {HOME} first.\n"}, "docs/a.md", 1),
    ("lock-files", {"requirements/a.txt": "--index-url https://example.com\n"}, "requirements/a.txt", 1),
    ("lock-files", {"requirements/a.txt": "# fine\nuv==1.0\n"}, "requirements/a.txt", 2),
    (
        "lock-files",
        {"console/package-lock.json": RESOLVED},
        "console/package-lock.json",
        1,
    ),
    ("lock-files", {"console/package-lock.json": '{"packages": {"a": {}}}'}, "console/package-lock.json", 1),
    (
        "lock-files",
        {"pyproject.toml": DEPENDING, "requirements/runtime.txt": "# via Jinja2\nother==1 \\\n"},
        "requirements/runtime.txt",
        1,
    ),
    ("changelog", {"pyproject.toml": PROJECT}, "CHANGELOG.md", 1),
    ("changelog", {"pyproject.toml": PROJECT, "CHANGELOG.md": "## [Unreleased]\n"}, "CHANGELOG.md", 1),
    (
        "changelog",
        {"pyproject.toml": PROJECT, "CHANGELOG.md": "## [1.3.0] - 2026-01-31\n## [1.2.0] - 2026-01-30\n"},
        "CHANGELOG.md",
        1,
    ),
    (
        "changelog",
        {"pyproject.toml": PROJECT, "CHANGELOG.md": "## 1.2.0 (today)\n- A\n## [Unreleased]\n- B\n"},
        "CHANGELOG.md",
        1,
    ),
    (
        "changelog",
        {"pyproject.toml": PROJECT, "CHANGELOG.md": NOTES, "console/package.json": '{"version": "1.1.0"}'},
        "console/package.json",
        1,
    ),
    ("named-tests", {"a.md": "`tests/test_a.py::test_b`\n", "tests/test_a.py": "def test_bc(): ...\n"}, "a.md", 1),
    ("named-tests", {"a.md": "`tests/test_a.py::TestB::test_c`\n", "tests/test_a.py": "class TestB: ...\n"}, "a.md", 1),
    ("resource-paths", {**HANDLES, "src/hanse/a.py": 'x = 1\ny = "/oauth/clients"\n'}, "src/hanse/a.py", 2),
    ("resource-paths", {**HANDLES, "src/hanse/a.py": 'y = f"oauth/clients/{x}"\n'}, "src/hanse/a.py", 1),
    (
        "names",
        {"src/hanse/a.py": "class Place: ...\n", "src/hanse/b/c.py": "X = 1\nclass Place: ...\n"},
        "src/hanse/b/c.py",
        2,
    ),
    ("names", {"src/hanse/cluster/together.py": "X = 1\n"}, "src/hanse/cluster/together.py", 1),
    ("names", {"src/hanse/a.py": "def tell() -> None: ...\n"}, "src/hanse/a.py", 1),
    ("names", {"src/hanse/a.py": "class A:\n    async def ask_consent(self) -> None: ...\n"}, "src/hanse/a.py", 2),
    ("names", {"src/hanse/a.py": "def f() -> None:\n    def _look() -> None: ...\n"}, "src/hanse/a.py", 2),
    ("names", {"tests/a.py": "X = 1\ndef told() -> None: ...\n"}, "tests/a.py", 2),
    ("names", {"tests/a.py": "def looks_at() -> None: ...\n"}, "tests/a.py", 1),
    ("docs-links", {"docs/a.md": "Text.\n\nSee [b](b.md).\n"}, "docs/a.md", 3),
    ("docs-links", {"README.md": "![A picture](docs/a.png)\n"}, "README.md", 1),
    ("docs-links", {"a.md": "[b](b.md#not-there)\n", "b.md": "# There\n"}, "a.md", 1),
    ("code-references", {**PACKAGE, "src/hanse/a.py": "x = 1\n# See `kit.times`.\n"}, "src/hanse/a.py", 2),
    ("code-references", {**PACKAGE, "src/hanse/a.py": '"""A.\n\n`hanse.kit.clock.Watch`\n"""\n'}, "src/hanse/a.py", 3),
    ("code-references", {**PACKAGE, "src/hanse/a.py": '"""As in `kit/watch.py`."""\n'}, "src/hanse/a.py", 1),
]

GOOD: list[tuple[str, Mapping[str, str]]] = [
    *word_examples.GOOD,
    ("file-size", {"src/hanse/a.py": '"""' + "prose\n" * 400 + '"""\n# Why.\n\nx = 1\n'}),
    ("file-size", {"console/src/a.ts": "/*\n" + "prose\n" * 300 + "*/\nf();\n"}),
    ("file-size", {"console/src/platform/api/generated/a.ts": "f();\n" * 900}),
    (
        "file-size",
        {"src/hanse/big.py": "x = 1\n" * 301, "lint/allowed_sizes.toml": '"src/hanse/big.py" = "one table"'},
    ),
    ("function-length", {"src/hanse/a.py": "def a() -> None:\n" + "    # Why.\n" * 100 + "    print()\n"}),
    ("forbidden-calls", {"src/hanse/kit/clock.py": "from datetime import datetime\ndatetime.now()\n"}),
    ("forbidden-calls", {"src/hanse/app.py": "import secrets\nsecrets.token_bytes()\n"}),
    ("forbidden-calls", {"src/hanse/admin/a.py": "import secrets\nsecrets.compare_digest(a, b)\n"}),
    ("forbidden-calls", {"src/hanse/admin/a.py": "def a(clock): return clock.now()\n"}),
    ("suppressions", {"src/a.py": f"x = 1  {NOQA}: S101 asserted for the type checker\n"}),
    ("suppressions", {"src/a.py": f"# The library has no types.\nx = 1  {IGNORE}[misc]\n"}),
    ("suppressions", {"src/a.py": f'x = "{NOQA}"\n'}),
    ("suppressions", {"console/src/a.ts": f"{BIOME} lint/a11y/useX: PatternFly sets the role itself\n"}),
    ("unfinished", {"src/a.py": "# All done.\n", "console/package-lock.json": f'"{LATER}"'}),
    (
        "machine-paths",
        {"docs/a.md": "See https://example.com/home/ada and ${DATA}/home/x, /etc/hanse, src/home/x.\n"},
    ),
    ("lock-files", {"pyproject.toml": DEPENDING, "requirements/runtime.txt": "jinja-2==3.1 \\\n"}),
    ("lock-files", {"requirements/a.txt": "uv==1.0 \\\n    --hash=sha256:00\n    # via x\n"}),
    ("lock-files", {"console/package-lock.json": '{"packages": {"": {}, "a": {"integrity": "sha512-x"}}}'}),
    (
        "changelog",
        {"pyproject.toml": PROJECT, "CHANGELOG.md": "## [Unreleased]\n- A\n## [1.1.0] - 2026-01-31\n- B\n"},
    ),
    (
        "changelog",
        {"pyproject.toml": PROJECT, "CHANGELOG.md": "## [Unreleased]\n## [1.2.0] - 2026-01-31\n- B\n"},
    ),
    (
        "docs-links",
        {"a.md": "[b](b.md#there-1), [c](https://x.test/), `[d](no.md)`\n", "b.md": "# There 1\n"},
    ),
    ("named-tests", {"a.md": "`tests/test_a.py::test_b`\n", "tests/test_a.py": "def test_b(): ...\n"}),
    (
        "resource-paths",
        {
            **HANDLES,
            "src/hanse/a.py": 'y = "/oauth/clientSettings"\n',
            "src/hanse/config/store/migrations/versions/0001_a.py": 'y = "oauth/clients"\n',
            "tests/a.py": 'y = "/oauth/clients"',
        },
    ),
    (
        "names",
        {
            "src/hanse/a.py": "class Place: ...\nclass _Own: ...\n",
            "src/hanse/b.py": "class _Own: ...\nclass Other:\n    class Place: ...\n",
            "tests/a.py": "class Place: ...\n",
            "tests/together.py": "X = 1\n",
        },
    ),
    ("names", {"src/hanse/a.py": "def look_up() -> None: ...\ndef looks_like_json() -> None: ...\n"}),
    ("names", {"src/hanse/a.py": "def run_task() -> None: ...\ndef is_masked() -> None: ...\nasked = 1\n"}),
    ("names", {"tests/test_a.py": "def test_an_auditor_is_told_why() -> None: ...\n"}),
    ("docs-links", {"a.md": "```\n[b](no.md)\n```\n"}),
    (
        "code-references",
        {
            **PACKAGE,
            "src/hanse/a.py": '"""`kit.clock.Clock`, `hanse.kit`, `kit/clock.py`, `clock.now`, `kit.plugins`."""\n',
            "src/hanse/c.py": 'GROUP = "kit.plugins"\n',
            "src/hanse/b.py": 'def f(kit: int) -> None:\n    """Use `kit.name`."""\n',
        },
    ),
]


def tree(folder: Path, files: Mapping[str, str]) -> Tree:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Tree.of_folder(folder)


@pytest.mark.parametrize(("rule", "files", "path", "line"), BAD)
def test_a_rule_reports_a_bad_example(
    rule: str, files: Mapping[str, str], path: str, line: int, tmp_path: Path
) -> None:
    findings = [f for f in RULES[rule](tree(tmp_path, files)) if not f.warning]
    assert [(f.path, f.line) for f in findings] == [(path, line)]


@pytest.mark.parametrize(("rule", "files"), GOOD)
def test_a_rule_reports_nothing_in_a_good_example(rule: str, files: Mapping[str, str], tmp_path: Path) -> None:
    assert list(RULES[rule](tree(tmp_path, files))) == []


def test_every_rule_has_both_examples() -> None:
    assert {rule for rule, *_ in BAD} == {rule for rule, _ in GOOD} == set(RULES)


def test_a_function_of_more_than_forty_lines_is_a_warning(tmp_path: Path) -> None:
    files = {
        "src/hanse/a.py": LONGISH_FUNCTION,
        "pyproject.toml": PROJECT,
        "CHANGELOG.md": "## [Unreleased]\n- A\n",
    }
    assert run(tree(tmp_path, files)) == [
        (
            "function-length",
            Finding("src/hanse/a.py", 1, "longish has 42 lines of code, at most 40", warning=True),
        )
    ]


def test_only_a_file_with_a_syntax_error_is_reported(tmp_path: Path) -> None:
    files = {"src/hanse/a.py": "x = 1\ndef (:\n", "src/hanse/b.py": "x = 1\n" * 301}
    assert [(name, f.path, f.line) for name, f in run(tree(tmp_path, files))] == [("syntax", "src/hanse/a.py", 2)]
