"""What this version of the product is made of."""

from hanse.app.admin import AdminParts
from hanse.app.engine import EngineParts
from hanse.app.process import Environment, Parts
from hanse.kit.options import Options


def compose(_options: Options, _environment: Environment) -> Parts:
    """Return the parts of both applications."""
    return Parts(AdminParts(), EngineParts())
