"""Replaces `tensorflow.python.framework.combinations`: tests that run eagerly and in graphs."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.switches import enabled
from tfshim.engine.runtime.context import eager_mode
from tfshim.private.framework import test_combinations as tests
from tfshim.private.framework.test_combinations import NamedObject, OptionalParameter, TestCombination, combine, times

_REPLACES = "tensorflow.python.framework.combinations"
__all__ = ["EagerGraphCombination", "NamedObject", "TFVersionCombination", "combine", "generate", "times"]


class EagerGraphCombination(TestCombination):
    """The argument `mode`: "eager" or "graph"."""

    def context_managers(self, kwargs: dict[str, Any]) -> Sequence[Any]:
        """The mode. ValueError for another one."""
        mode = kwargs.get("mode")
        if mode is None:
            return []
        if mode == "eager":
            return [eager_mode()]
        if mode == "graph":
            return [tf.Graph().as_default()]
        raise ValueError(f"Argument 'mode' must be either 'eager' or 'graph'. Received: {mode}.")

    def parameter_modifiers(self) -> Sequence[Any]:
        """A test need not take it."""
        return [OptionalParameter("mode")]


class TFVersionCombination(TestCombination):
    """The argument `tf_api_version`: 1 or 2."""

    def should_execute_combination(self, kwargs: Mapping[str, Any]) -> tuple[bool, str | None]:
        """Whether it is the version whose behaviour is in force."""
        version = kwargs.get("tf_api_version")
        if version is not None and version != (2 if enabled() else 1):
            return False, f"Skipping a TF{version} test when TF{'2' if enabled() else '1'} is enabled."
        return True, None

    def parameter_modifiers(self) -> Sequence[Any]:
        """A test need not take it."""
        return [OptionalParameter("tf_api_version")]


generate = functools.partial(tests.generate, test_combinations=(EagerGraphCombination(), TFVersionCombination()))
# Those of libraries add their own to its `keywords`.
tf_export("__internal__.test.combinations.generate", v1=[])(generate)
