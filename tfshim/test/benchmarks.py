"""Benchmarks as methods of classes."""

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
        """Whether the class is this one itself, and has no benchmarks."""
        return cls is Benchmark

    def evaluate(self, tensors):
        """The values of tensors, in the structure given."""
        return nest.map_structure(lambda t: t.numpy() if hasattr(t, "numpy") else t, tensors)

    def report_benchmark(self, iters=None, cpu_time=None, wall_time=None, throughput=None, extras=None, name=None, metrics=None):
        """Print what was measured: seconds for one iteration, and anything else."""
        parts = {
            "iters": iters,
            "cpu_time": cpu_time,
            "wall_time": wall_time,
            "throughput": throughput,
            "extras": extras,
            "metrics": metrics,
        }
        shown = ", ".join(f"{key}: {value}" for key, value in parts.items() if value is not None)
        print(f"entry {{ name: {name or type(self).__name__}, {shown} }}")

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
        """Run `op_or_tensor` in the session `sess` over and over, and report the median of the times.

        `store_trace` raises NotImplementedError; memory is not measured. `mbs`: megabytes moved, for the throughput.
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
