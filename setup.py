"""What the package is stands in setup.cfg. Here the Python is asked for first: an older pip looks for a torch that suits an old Python,
finds none, and names everything but the reason."""

import sys

from setuptools import setup

if sys.version_info < (3, 10):  # noqa: UP036
    sys.exit(f"tfshim needs Python 3.10 or later, and this is Python {sys.version_info[0]}.{sys.version_info[1]}.")
setup()
