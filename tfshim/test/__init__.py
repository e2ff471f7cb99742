"""`tf.test`: test cases that compare tensors, and questions about the machine they run on."""

from tfshim._listing import listing
from tfshim.test import experimental
from tfshim.test.benchmarks import Benchmark, benchmark_config
from tfshim.test.cases import TestCase
from tfshim.test.gradients import compute_gradient
from tfshim.test.machine import (
    assert_equal_graph_def,
    create_local_cluster,
    disable_with_predicate,
    gpu_device_name,
    is_built_with_cuda,
    is_built_with_gpu_support,
    is_built_with_rocm,
    is_built_with_xla,
    is_gpu_available,
    with_eager_op_as_function,
)
from tfshim.test.running import main

__all__ = """
    Benchmark TestCase assert_equal_graph_def benchmark_config compute_gradient create_local_cluster disable_with_predicate
    experimental gpu_device_name is_built_with_cuda is_built_with_gpu_support is_built_with_rocm is_built_with_xla
    is_gpu_available main with_eager_op_as_function
""".split()
__dir__ = listing(globals())
