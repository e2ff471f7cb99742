"""Private names of tests that run for combinations of arguments and under several strategies, and of variables of strategies."""

import unittest

from tensorflow.python.distribute import combinations, ps_values, strategy_combinations, values
from tensorflow.python.framework import combinations as framework_combinations
from tensorflow.python.framework import test_combinations


def _run(cls):
    """What became of each test."""
    cls.__module__ = "program"
    result = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(cls)
    names = sorted(t.id().rpartition(".")[2] for t in suite)
    for test in sorted(suite, key=lambda t: t.id()):
        test.run(result)
    told = [(t.id().rpartition(".")[2], text.strip().splitlines()[-1]) for t, text in (*result.errors, *result.failures)]
    skipped = sorted(t.id().rpartition(".")[2] for t, _ in result.skipped)
    return names, skipped, told


def _base():
    from absl.testing import parameterized

    return tf.test.TestCase, parameterized.TestCase


def case_combining():
    one = combinations.combine(b=[1, 2], a="x", whole=(3, 4))
    print(one, combinations.times(one, combinations.combine(c=3, a_later=[1, 2])), combinations.times(combinations.combine(z=1), one))
    print(test_combinations.NamedObject("named", [1]), list(test_combinations.NamedObject("named", [1])))
    return combinations.times(one, one)


def case_methods():
    class Tests(*_base()):
        @combinations.generate(combinations.combine(number=[1, 2], mode=["eager", "graph"], kind=len))
        def test_method(self, number, mode, kind):
            print(number, mode, tf.executing_eagerly(), kind.__name__)

        @framework_combinations.generate(framework_combinations.combine(mode="graph", tf_api_version=[1, 2]))
        def test_versions(self):
            print("version", tf.executing_eagerly())

        @combinations.generate(combinations.combine(nothing=1))
        def test_wrong(self):
            print("not reached")

    return _run(Tests)


def case_classes():
    @combinations.generate(combinations.combine(number=[1, 2]))
    class Tests(*_base()):
        def test_method(self, number):
            print(number)
            self.assertEqual(number, 1)

    return _run(Tests)


def case_strategies():
    s = strategy_combinations
    chosen = [s.default_strategy, s.one_device_strategy, s.one_device_strategy_gpu, s.mirrored_strategy_with_two_gpus]

    class Tests(*_base()):
        @combinations.generate(combinations.combine(distribution=[*chosen, s.tpu_strategy, s.mirrored_strategy_with_one_cpu], mode="eager"))
        def test_method(self, distribution):
            with distribution.scope():
                v = tf.Variable(1.0)
            print(type(distribution).__name__, distribution.num_replicas_in_sync, isinstance(v, values.DistributedVariable))
            print(isinstance(v, ps_values.AggregatingVariable))

    print(s.one_device_strategy, s.cloud_tpu_strategy, s.one_device_strategy_gpu.required_gpus, combinations.in_main_process())
    print(len(s.strategy_minus_tpu_combinations()), len(s.all_strategy_combinations()), s.multidevice_strategies)
    s.set_virtual_cpus_to_at_least(1)
    return _run(Tests)


def case_names_of_strategies():
    place = tf.__internal__.distribute.combinations
    return [repr(getattr(place, name)) for name in ("default_strategy", "cloud_tpu_strategy", "mirrored_strategy_with_two_gpus")]
