"""`python -m tfshim`: see `tfshim.cli`."""

import sys

from tfshim.cli import main

if __name__ == "__main__":
    sys.exit(main())
