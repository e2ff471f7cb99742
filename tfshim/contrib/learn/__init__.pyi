# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.contrib.learn import datasets as datasets, preprocessing as preprocessing
ModeKeys: type[Any]
