"`python -m c45lit` is the command `c45lit`."
import sys

from .cli import main

if __name__ == '__main__': sys.exit(main())
