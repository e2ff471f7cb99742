"""tf.function: traced steps, many small operations, loops, tracing itself."""

from benchmarks.eager import training_tf
from benchmarks.registry import Benchmark


def _traced_step(**options):
    def prepare(tf):
        # The optimizer's own variables are made by the first, eager call.
        step = training_tf(tf)
        step()
        return tf.function(step, **options)

    return prepare


def small_ops(tf):
    @tf.function
    def run(x):
        for _ in range(10):
            x = tf.sin(x) * 0.5 + 1.0
            x = tf.maximum(x, 0.1)
        return x

    x = tf.ones([8])
    return lambda: run(x)


def while_loop(tf):
    @tf.function
    def run(n):
        i, total = tf.constant(0), tf.constant(0.0)
        while i < n:
            total += tf.cast(i, tf.float32) * 0.5
            i += 1
        return total

    n = tf.constant(100)
    return lambda: run(n)


def tracing(tf):
    x = tf.ones([8])

    def body(x):
        for _ in range(10):
            x = tf.sin(x) * 0.5 + 1.0
            x = tf.maximum(x, 0.1)
        if tf.reduce_sum(x) > 0:
            x = x * 2
        return x

    return lambda: tf.function(body)(x)


def _call_after(traces):
    def prepare(tf):
        @tf.function
        def run(x, n):
            return x + n

        x = tf.ones([8])
        for n in range(traces):
            run(x, n)
        return lambda: run(x, 0)

    return prepare


Benchmark("function_step", "the training step of tape_step inside tf.function", _traced_step(), bars={"tensorflow": 0.8})
Benchmark("function_jit", "the same with jit_compile=True", _traced_step(jit_compile=True), bars={"function_step": 0.7})
Benchmark("function_small_ops", "40 small operations in a function", small_ops, bars={"tensorflow": 0.5})
Benchmark("function_while", "a loop of 100 turns over tensors in a function", while_loop, bars={"tensorflow": 0.5})
Benchmark("function_tracing", "tracing a function of 40 operations and a condition", tracing, bars={"tensorflow": 1.0})
Benchmark("function_call", "a call of a function with one trace", _call_after(1), bars={"tensorflow": 1.0})
# The price of a call must not depend on how often the function was traced before.
Benchmark("function_call_100", "a call of a function with 100 traces", _call_after(100), bars={"function_call": 1.2})
