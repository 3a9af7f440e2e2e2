"The command line under its documented name: `c45lit.cli.main`."
from .programs.cli import main  # noqa: F401
