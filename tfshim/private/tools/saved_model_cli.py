"""Replaces `tensorflow.python.tools.saved_model_cli`, which programs start by its `main`."""

from tfshim.cli.saved_model_cli import main

_REPLACES = "tensorflow.python.tools.saved_model_cli"

__all__ = ["main"]
