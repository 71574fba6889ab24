"""`python -m tools.cloud`, from the root of a checkout."""

from tools.cloud.cli import app

app(prog_name="python -m tools.cloud")
