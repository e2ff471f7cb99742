# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.test import experimental as experimental
from tfshim.test.benchmarks import Benchmark as Benchmark, benchmark_config as benchmark_config
from tfshim.test.cases import TestCase as TestCase
from tfshim.test.clusters import create_local_cluster as create_local_cluster
from tfshim.test.gradients import compute_gradient as compute_gradient
from tfshim.test.machine import assert_equal_graph_def as assert_equal_graph_def, disable_with_predicate as disable_with_predicate
from tfshim.test.machine import gpu_device_name as gpu_device_name, is_built_with_cuda as is_built_with_cuda
from tfshim.test.machine import is_built_with_gpu_support as is_built_with_gpu_support, is_built_with_rocm as is_built_with_rocm
from tfshim.test.machine import is_built_with_xla as is_built_with_xla, is_gpu_available as is_gpu_available
from tfshim.test.machine import with_eager_op_as_function as with_eager_op_as_function
from tfshim.test.running import main as main
