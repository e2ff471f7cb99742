"""`tf.test.main`: the tests of a program, or its benchmarks, selected by the command line."""

import re
import sys

from absl import app
from absl.testing import absltest

from tfshim._export import tf_export
from tfshim.test.benchmarks import Benchmark

_BENCHMARKS = re.compile(r"--?benchmark_filter=(.*)")


@tf_export("test.main")
def main(argv=None):
    """Run the tests of a script and end the program: with status 0 only if all passed. Mirrors `tf.test.main`.

    Arguments:
        argv: the command line, a list of str; that of the process by default. It may name tests (`Class.test_name`) and set flags, the
            program's own and those of `absl.testing.absltest`. With `--benchmark_filter=PATTERN` the methods of `tf.test.Benchmark`
            classes whose full name fits are run in place of tests ("all": every one).

    Returns:
        never: it ends the program.

    Raises:
        ValueError: no benchmark fits the pattern.

    Example:
        >>> if __name__ == "sums_test":  # "__main__" in a script
        ...     tf.test.main()
    """
    argv = sys.argv if argv is None else argv
    wanted = next((found for found in map(_BENCHMARKS.fullmatch, argv) if found), None)
    if wanted is None:
        app.run(lambda rest: absltest.main(argv=rest), argv=argv)
    else:
        argv.remove(wanted[0])
        app.run(lambda _: _run_benchmarks(wanted[1]), argv=argv)


def _run_benchmarks(pattern):
    made = {}
    chosen = [
        (kind, name)
        for kind in _subclasses(Benchmark)
        for name in dir(kind)
        if name.startswith("benchmark")
        and callable(getattr(kind, name))
        and (pattern == "all" or re.search(pattern, f"{kind.__module__}.{kind.__name__}.{name}"))
    ]
    if not chosen:
        raise ValueError(f"No benchmarks matched the pattern: '{pattern}'")
    for kind, name in chosen:
        if kind not in made:
            made[kind] = kind()
        getattr(made[kind], name)()


def _subclasses(kind):
    for sub in kind.__subclasses__():
        yield sub
        yield from _subclasses(sub)
