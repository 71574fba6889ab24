"""Name and version of the product."""

from importlib.metadata import version

NAME = "Hanse"
VERSION = version("hanse")
