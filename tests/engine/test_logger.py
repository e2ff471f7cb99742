"""Warnings look as TensorFlow's do, also in programs that set up no logging."""

import pytest

from tests import after_torch

WARNS = """
import tfshim
{setting}
f = tfshim.function(lambda x: x)
for i in range(7):
    f(i)
"""


@pytest.mark.parametrize(
    ("setting", "start"),
    [
        ("", "WARNING:tensorflow:5 out of the last 5 calls to <function <lambda>"),
        ("import logging; logging.basicConfig(format='own %(message)s')", "own 5 out of the last 5 calls to <function <lambda>"),
    ],
)
def test_warnings_name_their_level_unless_the_program_formats_them(setting, start, tmp_path):
    done = after_torch.python("-c", WARNS.format(setting=setting), cwd=tmp_path)
    assert done.stderr.startswith(start)
    assert "6 out of the last 6" in done.stderr.splitlines()[1]
