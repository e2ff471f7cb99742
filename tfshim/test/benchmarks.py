"""Benchmarks as methods of classes."""

import inspect
import json
import numbers
import operator
import time

from tfshim._export import tf_export
from tfshim.engine.runtime import messages
from tfshim.engine.values import nest
from tfshim.refusals import refused


@tf_export("test.benchmark_config")
def benchmark_config():
    """The configuration of the session that a benchmark of graphs runs in. Mirrors `tf.test.benchmark_config`.

    Returns:
        a `tf.compat.v1.ConfigProto`. TensorFlow switches a rewriting of graphs off in it that is of no use here: it has no options that
        would change how a session runs.

    It is given to `tf.compat.v1.Session(config=...)`; the session then to `tf.test.Benchmark.run_op_benchmark`.

    Example:
        >>> config = tf.test.benchmark_config()
        >>> isinstance(config, tf.compat.v1.ConfigProto)
        True
        >>> with tf.Graph().as_default(), tf.compat.v1.Session(config=config) as session:
        ...     session.run(tf.constant(3) + 4)
        7
    """
    return messages.config.ConfigProto()


@tf_export("test.Benchmark")
class Benchmark:
    """A base of benchmarks, which report what they measured. Mirrors `tf.test.Benchmark`.

    A class below it has methods whose names begin with "benchmark"; `tf.test.main()` runs them where the command line has
    `--benchmark_filter=PATTERN`. They call `report_benchmark` with what they measured, or `run_op_benchmark`, which runs an operation of a
    session over and over and reports the median.

    Example:
        >>> class Sums(tf.test.Benchmark):
        ...     def benchmark_sum(self):
        ...         total = tf.reduce_sum(tf.ones([10]))
        ...         return total.numpy()
        >>> Sums().benchmark_sum()
        10.0
        >>> tf.test.Benchmark.is_abstract(), Sums.is_abstract()
        (True, False)
    """

    @classmethod
    def is_abstract(cls):
        """Whether a class is the base itself, and has no benchmarks to run. Mirrors `tf.test.Benchmark.is_abstract`.

        What runs benchmarks asks each class below `tf.test.Benchmark` and passes over those that say True. A base class of your own that
        holds what several benchmarks share may override it by a class method, to be passed over as well; TensorFlow calls it while the
        class is being made, when the name of the class does not exist yet. It is a class method and takes no arguments.

        Returns:
            a bool: True for `tf.test.Benchmark`, False for the classes below it that do not override this method.

        Example:
            >>> class Sums(tf.test.Benchmark):
            ...     def benchmark_sum(self):
            ...         tf.reduce_sum(tf.ones([10]))
            >>> tf.test.Benchmark.is_abstract(), Sums.is_abstract()
            (True, False)
        """
        return cls is Benchmark

    def evaluate(self, tensors):
        """The values of tensors as arrays. Mirrors `tf.test.Benchmark.evaluate`.

        A benchmark calls it for what has to be there before the clock is read: the values of tensors on a GPU are computed while Python
        goes on, and only asking for them waits.

        Arguments:
            tensors: an eager tensor or a variable, or a list, tuple or dictionary of such, nested as you like. Other values are given back
                as they are.

        Returns:
            the same structure with NumPy arrays and scalars in place of the tensors, of the same shapes and dtypes. Tensors of a graph of
            TensorFlow 1 have no value here: use the session that runs them.

        Example:
            >>> class Sums(tf.test.Benchmark):
            ...     def benchmark_sum(self):
            ...         return self.evaluate([tf.reduce_sum(tf.ones([10])), tf.zeros([2])])
            >>> Sums().benchmark_sum()
            [10.0, array([0., 0.], dtype=float32)]
        """
        return nest.map_structure(lambda t: t.numpy() if hasattr(t, "numpy") else t, tensors)

    def report_benchmark(self, iters=None, cpu_time=None, wall_time=None, throughput=None, extras=None, name=None, metrics=None):
        """Print what a benchmark measured. Mirrors `tf.test.Benchmark.report_benchmark`.

        Arguments:
            iters: how often it ran, an int (default None).
            cpu_time: the seconds of the processor for one iteration, a float (default None).
            wall_time: the seconds of the clock for one iteration, a float (default None).
            throughput: megabytes in a second, a float (default None).
            extras: other values, {name: number or text} (default None).
            name: what is printed after the name of the class; with None (default) the name of the method that was called.
            metrics: a list of dictionaries with "name", "value" and, if wanted, "min_value" and "max_value" (default None).

        Returns:
            None. What is not None is printed to standard output, in the text form of protocol buffers, under the name of the class and
            `name`.

        Raises:
            TypeError: `iters` is no integer, another measure is no number, or a metric lacks "name" or "value".

        Example:
            >>> class Sums(tf.test.Benchmark):
            ...     def benchmark_sum(self):
            ...         self.report_benchmark(iters=10, wall_time=0.25, name="sum")
            >>> Sums().benchmark_sum()
            entry {
              name: "Sums.sum"
              iters: 10
              wall_time: 0.25
            }
            <BLANKLINE>
        """
        fields = [("name", f"{type(self).__name__}.{name or self._calling_method()}")]
        fields += [("iters", None if iters is None else operator.index(iters))]
        measured = (("cpu_time", cpu_time), ("wall_time", wall_time), ("throughput", throughput))
        fields += [(key, 1.0 * value) for key, value in measured if value is not None]
        for key, value in (extras or {}).items():
            told = ("double_value", float(value)) if isinstance(value, numbers.Number) else ("string_value", str(value))
            fields.append(("extras", [("key", key), ("value", [told])]))
        fields += [("metrics", _metric(metric)) for metric in metrics or ()]
        print("\n".join(_as_text([("entry", fields)], "")) + "\n")

    def _calling_method(self):
        """The name of the method of a benchmark that all of this was called from."""
        frame, name = inspect.currentframe(), None
        while frame is not None:
            if isinstance(frame.f_locals.get("self"), Benchmark):
                name = frame.f_code.co_name
            frame = frame.f_back
        return name

    def run_op_benchmark(
        self,
        sess,
        op_or_tensor,
        feed_dict=None,
        burn_iters=2,
        min_iters=10,
        store_trace=False,
        store_memory_usage=True,
        name=None,
        extras=None,
        mbs=0,
    ):
        """Run an operation of a session over and over, and report the median of the times. Mirrors `tf.test.Benchmark.run_op_benchmark`.

        Arguments:
            sess: the `tf.compat.v1.Session` that runs it.
            op_or_tensor: an operation or tensor of its graph, or a list of them.
            feed_dict: values for placeholders, as `Session.run` takes them (default None).
            burn_iters: runs that are not measured, at the beginning (default 2).
            min_iters: runs that are measured (default 10).
            store_trace: has to be False (default).
            store_memory_usage: is taken, and memory is not measured (default True).
            name, extras: for the report, as in `report_benchmark` (default None).
            mbs: megabytes that a run moves, for the throughput (default 0: none).

        Returns:
            a dictionary with "iters", "wall_time" (the median in seconds), "extras", "name" and, with `mbs`, "throughput". It is printed
            too.

        Raises:
            NotImplementedError: `store_trace` is True.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     found = tf.test.Benchmark().run_op_benchmark(session, tf.reduce_sum(tf.ones([10])), min_iters=3, name="sum")
            entry {
              name: "Benchmark.sum"
              iters: 3
              wall_time: ...
            }
            <BLANKLINE>
            >>> found["iters"], found["wall_time"] > 0
            (3, True)
        """
        if store_trace:
            raise refused("tf.test.Benchmark.run_op_benchmark", "store_trace", value=store_trace)
        for _ in range(burn_iters):
            sess.run(op_or_tensor, feed_dict=feed_dict)
        times = []
        for _ in range(min_iters):
            started = time.perf_counter()
            sess.run(op_or_tensor, feed_dict=feed_dict)
            times.append(time.perf_counter() - started)
        median = sorted(times)[len(times) // 2]
        result = {"iters": min_iters, "wall_time": median, "extras": extras or {}, "name": name}
        if mbs:
            result["throughput"] = mbs / median
        self.report_benchmark(**result)
        return result


def _metric(metric):
    for required in ("name", "value"):
        if required not in metric:
            raise TypeError(f"metric must has a '{required}' field")
    bounds = [(key, [("value", float(metric[key]))]) for key in ("min_value", "max_value") if metric.get(key) is not None]
    return [("name", metric["name"]), ("value", float(metric["value"])), *bounds]


def _as_text(fields, indent):
    """The lines of nested fields in the text form of protocol buffers, without those that are None or 0."""
    for key, value in fields:
        if isinstance(value, list):
            yield f"{indent}{key} {{"
            yield from _as_text(value, indent + "  ")
            yield f"{indent}}}"
        elif isinstance(value, str):
            yield f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}"
        elif value or value is not None and key == "double_value":  # the only field that tells 0 from nothing
            yield f"{indent}{key}: {_shortest(value)}"


def _shortest(number):
    short = f"{number:.15g}"
    return short if float(short) == number else f"{number:.17g}"
