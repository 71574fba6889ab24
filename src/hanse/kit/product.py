"""What this product is called and which version of it this is."""

from importlib.metadata import version

NAME = "Hanse"
VERSION = version("hanse")
