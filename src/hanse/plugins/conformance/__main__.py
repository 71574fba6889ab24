"""`python -m hanse.plugins.conformance`: checks the plug-ins that are installed beside the server."""

import sys

from hanse.config.plugins.plugin import installed_plugins
from hanse.plugins.conformance.example import installed_examples
from hanse.plugins.conformance.plugin_check import check_plugin


def main() -> int:
    """Print the errors of each plug-in; return 0 if all have examples and keep their contracts."""
    examples = dict(installed_examples())
    status = 0
    for plugin in installed_plugins():
        example = examples.get(plugin.id)
        findings = ["It has no example."] if example is None else check_plugin(plugin, example)
        status = 1 if findings else status
        count = "1 finding" if len(findings) == 1 else f"{len(findings) or 'no'} findings"
        sys.stdout.write(f"{plugin.id}: {count}\n")
        sys.stdout.writelines(f"  {each}\n" for each in findings)
    return status


if __name__ == "__main__":
    sys.exit(main())
