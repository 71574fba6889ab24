"""Run every house rule: `python -m lint.run`. Exits with 1 if a rule reports an error; warnings are only printed."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from lint.rules import (
    changelog,
    code_references,
    console_words,
    docs_links,
    file_size,
    forbidden_calls,
    function_length,
    lock_files,
    machine_paths,
    named_tests,
    names,
    plain_words,
    resource_paths,
    spelling,
    suppressions,
    syntax,
    unfinished,
)
from lint.tree import Finding, Tree

Rule = Callable[[Tree], Iterable[Finding]]

RULES: dict[str, Rule] = {
    "file-size": file_size.check,
    "function-length": function_length.check,
    "forbidden-calls": forbidden_calls.check,
    "suppressions": suppressions.check,
    "unfinished": unfinished.check,
    "machine-paths": machine_paths.check,
    "lock-files": lock_files.check,
    "changelog": changelog.check,
    "docs-links": docs_links.check,
    "named-tests": named_tests.check,
    "plain-words": plain_words.check,
    "names": names.check,
    "console-words": console_words.check,
    "spelling": spelling.check,
    "code-references": code_references.check,
    "resource-paths": resource_paths.check,
}


def run(tree: Tree) -> list[tuple[str, Finding]]:
    """Return the findings of all rules, each with its rule's name, in the order of the files."""
    if unreadable := list(syntax.check(tree)):
        # The other rules need syntax trees.
        return [("syntax", finding) for finding in unreadable]
    found = [(finding, name) for name, rule in RULES.items() for finding in rule(tree)]
    return [(name, finding) for finding, name in sorted(found)]


def main() -> int:
    """Print the findings for this working copy; return the exit code."""
    findings = run(Tree.of_git(Path(__file__).parents[1]))
    for name, finding in findings:
        print(f"{finding} [{name}]")
    errors = sum(not finding.warning for _, finding in findings)
    print(f"house rules: {len(RULES)} rules, {errors} errors, {len(findings) - errors} warnings")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
