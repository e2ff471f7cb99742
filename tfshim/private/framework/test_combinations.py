"""Replaces `tensorflow.python.framework.test_combinations`: tests that run once for each combination of arguments."""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import re
import types
import unittest
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from absl.testing import parameterized

from tfshim._export import tf_export

_REPLACES = "tensorflow.python.framework.test_combinations"
__all__ = ["NamedObject", "OptionalParameter", "ParameterModifier", "TestCombination", "combine", "generate", "times"]


@tf_export("__internal__.test.combinations.TestCombination", v1=[])
class TestCombination:
    """How one kind of argument changes the way in which a test runs."""

    __test__ = False  # no test itself

    def should_execute_combination(self, kwargs: Mapping[str, Any]) -> tuple[bool, str | None]:
        """(whether the test runs with these arguments, and if not, why)."""
        return True, None

    def parameter_modifiers(self) -> Sequence[ParameterModifier]:
        """What changes arguments before the test has them."""
        return []

    def context_managers(self, kwargs: dict[str, Any]) -> Sequence[Any]:
        """What the test runs within."""
        return []


@tf_export("__internal__.test.combinations.ParameterModifier", v1=[])
class ParameterModifier:
    """Changes the argument `parameter_name`, or any for None."""

    DO_NOT_PASS_TO_THE_TEST = object()

    def __init__(self, parameter_name: str | None = None) -> None:
        self._parameter_name = parameter_name

    def modified_arguments(self, kwargs: Mapping[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """{name: value} of arguments to be given instead, or `DO_NOT_PASS_TO_THE_TEST`; `requested_parameters`: those of the test."""
        return {}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, ParameterModifier):
            return type(self) is type(other) and self._parameter_name == other._parameter_name
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._parameter_name) if self._parameter_name else id(self)


@tf_export("__internal__.test.combinations.OptionalParameter", v1=[])
class OptionalParameter(ParameterModifier):
    """An argument that a test need not take."""

    def modified_arguments(self, kwargs: Mapping[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """The argument is left out where the test does not ask for it."""
        name = self._parameter_name
        return {} if name is None or name in requested_parameters else {name: ParameterModifier.DO_NOT_PASS_TO_THE_TEST}


@tf_export("__internal__.test.combinations.NamedObject", v1=[])
class NamedObject:
    """`obj` under a name that the names of tests show; it is called, and has the attributes, as `obj`."""

    def __init__(self, name: str, obj: Any) -> None:
        self._name, self._obj = name, obj

    def __getattr__(self, name: str) -> Any:
        if name in ("_obj", "_name"):  # not there while it is copied or unpickled
            raise AttributeError(name)
        return getattr(self._obj, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._obj(*args, **kwargs)

    def __iter__(self) -> Any:
        return self._obj.__iter__()

    def __repr__(self) -> str:
        return self._name


@tf_export("__internal__.test.combinations.combine", v1=[])
def combine(**kwargs: Any) -> list[OrderedDict[str, Any]]:
    """All combinations of the values, each a list or the only one (a tuple is one value): dictionaries whose keys are in order."""
    columns = []
    for name, values in sorted(kwargs.items()):
        values = values if isinstance(values, list) else [values]
        columns.append([(name, value) for value in values])
    return [OrderedDict(row) for row in itertools.product(*columns)]


@tf_export("__internal__.test.combinations.times", v1=[])
def times(*combined: Sequence[Mapping[str, Any]]) -> list[OrderedDict[str, Any]]:
    """Each combination of the first list with each of the others, the keys list by list.

    Raises ValueError where two have a key in common.
    """
    made = []
    for row in itertools.product(*combined):
        for one, other in itertools.combinations(row, 2):
            if set(one) & set(other):
                raise ValueError(f"Keys need to not overlap: {one.keys()} vs {other.keys()}")
        made.append(OrderedDict((key, value) for part in row for key, value in part.items()))
    return made


def concat(*combined: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The combinations of all the lists."""
    return list(itertools.chain(*combined))


def generate(combinations: Iterable[Mapping[str, Any]], test_combinations: Sequence[TestCombination] = ()) -> Callable[[Any], Any]:
    """A decorator for a method of a test, or for a class of them: it runs once for each of `combinations`, with its values.

    `test_combinations` say how arguments change the way it runs. ValueError, when it runs, for values it does not take.
    """
    rows = [OrderedDict([*row.items(), ("testcase_name", "_test" + "".join(_shown(k, v, i) for i, (k, v) in enumerate(row.items())))])
            for row in combinations]  # fmt: skip

    def decorate(target: Any) -> Any:
        if not isinstance(target, type):
            return parameterized.named_parameters(*rows)(_running(target, test_combinations))
        ids = target._test_method_ids = {}  # type: ignore[attr-defined]  # where absl's classes of tests look
        for name, method in dict(vars(target)).items():
            if name.startswith(unittest.TestLoader.testMethodPrefix) and isinstance(method, types.FunctionType):
                delattr(target, name)
                for row in rows:
                    arguments = dict(row)
                    made = name + arguments.pop("testcase_name")
                    setattr(target, made, functools.partialmethod(_running(method, test_combinations), **arguments))
                    ids[made] = made
        return target

    return decorate


def _shown(key, value, index):
    """What the name of a test says of one value; an address would be another one each time."""
    text = re.sub(r"0[xX][0-9a-fA-F]+", str(index), str(value))
    return "_" + "".join(filter(str.isalnum, key)) + "_" + "".join(filter(str.isalnum, text))


def _running(method, test_combinations):
    """`method`, run as the arguments ask for."""
    # Its own parameters: one that others have given some already takes no others, though what it wraps does.
    wanted = [n for n in inspect.signature(method, follow_wrapped=False).parameters if n != "self"]

    @functools.wraps(method)
    def run(self: Any, **kwargs: Any) -> None:
        kwargs.pop("testcase_name", None)
        for each in test_combinations:
            runs, why = each.should_execute_combination(kwargs.copy())
            if not runs:
                self.skipTest(" ".join(why) if isinstance(why, (list, tuple)) else why)
        contexts = [context for each in test_combinations for context in each.context_managers(kwargs.copy())]
        given = dict(kwargs)
        known = set(wanted)
        for each in test_combinations:
            for modifier in each.parameter_modifiers():
                known.add(modifier._parameter_name)
                given.update(modifier.modified_arguments(kwargs.copy(), wanted))
        given = {k: v for k, v in given.items() if v is not ParameterModifier.DO_NOT_PASS_TO_THE_TEST}
        others = {name for name in given if name not in known}
        if others:
            raise ValueError(f"The test does not take parameters that were passed : {others} .")
        with contextlib.ExitStack() as stack:
            for context in contexts:
                stack.enter_context(context)
            method(self, **given)

    # What is shown of it takes any arguments: they depend on the combination.
    del run.__wrapped__  # type: ignore[attr-defined]
    return run
