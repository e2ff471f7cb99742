"""Where messages go in interactive sessions: to what standard output was when TensorFlow was imported, as TensorFlow's logger writes."""

import sys

_kept = {}


def session():
    """Whether Python runs interactively, in a notebook too."""
    return bool(getattr(sys, "ps1", sys.flags.interactive))


def remember():
    """Keep the standard output of an interactive session as the one that messages go to; the first one stays."""
    if session():
        _kept.setdefault("stdout", sys.stdout)


def output():
    """The standard output that was remembered, else the present one from now on."""
    return _kept.setdefault("stdout", sys.stdout)
