"""The distributions that stand for TensorFlow's while `import tensorflow` gives tfshim: libraries look for them, and so does pip.

In a process that `activate` was called in, the finder of the aliases offers them to `importlib.metadata`. `tfshim enable` also puts
them into the environment, as a folder each with nothing but its description, because pip and older tools read folders only.
"""

import importlib.metadata
import re
import sys
from pathlib import Path

from tfshim import _version

# What an alias stands for: distribution -> version. TensorFlow comes under more names, but one installation has not more than these.
STAND_INS = {
    "tensorflow": {"tensorflow": _version.TENSORFLOW, "tensorflow-cpu": _version.TENSORFLOW},
    "keras": {"keras": _version.KERAS},
}
# What TensorFlow requires, and libraries import without requiring it themselves: pip brings it along with the first of these libraries. The
# extra, and not its packages: nothing is amiss in an environment whose programs need none of them.
_REQUIRES = {"tensorflow": "Requires-Dist: tfshim[libraries]\n"}
INSTALLER = "tfshim"
EVERYTHING = importlib.metadata.DistributionFinder.Context()

_METADATA = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: Stands for {name} {version}: "import {package}" gives tfshim, its interface on PyTorch.
License: Apache-2.0
{requires}
This is not {name} but tfshim {own}, which answers in its place. "tfshim status" says what is active; tfshim.deactivate() ends it in a
process, "tfshim disable" in an environment.
"""


class StandIn(importlib.metadata.Distribution):
    """A distribution that stands for the one called `name`; `package` is what one imports of it."""

    def __init__(self, name, version, package):
        self._texts = texts(name, version, package)

    def read_text(self, filename):
        """The text of a file of the description, None for one that is not there."""
        return self._texts.get(filename)

    def locate_file(self, path):
        """Where the file `path` of the distribution is: beside tfshim."""
        return Path(__file__).resolve().parent.parent / path


def texts(name, version, package):
    """The files that describe the distribution: name -> text."""
    return {
        "METADATA": _METADATA.format(
            name=name, version=version, package=package, own=_version.VERSION, requires=_REQUIRES.get(package, "")
        ),
        "INSTALLER": f"{INSTALLER}\n",
        "top_level.txt": f"{package}\n",
    }


def normalized(name):
    """The form in which names of distributions are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def found(context, packages, force):
    """The distributions that stand for those of `packages` in the answer to `context`: a list of StandIn.

    Args:
        context: what is looked for, an `importlib.metadata.DistributionFinder.Context`.
        packages: the packages that are aliases, iterable of str.
        force: whether they take precedence over installed distributions too.
    """
    if "path" in vars(context):  # somebody asks what certain folders hold
        return []
    wanted = None if context.name is None else normalized(context.name)
    return [
        StandIn(name, version, package)
        for package in packages
        for name, version in STAND_INS[package].items()
        if wanted in (None, name) and (force or installed(name) is None)
    ]


def installed(name):
    """The distribution `name` that one of the other finders has, None if none has."""
    context = importlib.metadata.DistributionFinder.Context(name=name)
    for finder in sys.meta_path:
        find = getattr(finder, "find_distributions", None)
        if find is not None and not getattr(finder, "is_tfshim_alias", False):
            for distribution in find(context):
                return distribution
    return None
