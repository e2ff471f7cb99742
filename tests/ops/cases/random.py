"""tf.random: what has one right result because it has a seed, and bad input."""

from tests.ops.case import Family
from tests.ops.inputs import T, f32, f64, i32

cases = Family()

_R = "tf.random"
for _dtype in ("float16", "bfloat16", "float32", "float64"):
    for _name in ("normal", "uniform", "truncated_normal"):
        cases(f"{_R}.stateless_{_name}([5], seed=[1, 2], dtype=tf.{_dtype})", tol=3)
for _dtype, _low, _high in (
    ("int32", -5, 9),
    ("int64", 0, 2**40),
    ("uint32", None, None),
    ("int32", None, None),
    ("uint64", None, None),
):
    _limits = f", minval={_low}, maxval={_high}" if _low is not None else ", minval=None, maxval=None"
    cases(f"{_R}.stateless_uniform([6], seed=[3, 4], dtype=tf.{_dtype}{_limits})")
for _alg in ("philox", "auto_select"):
    cases(f"{_R}.stateless_uniform([3], seed=[1, 2], alg='{_alg}')")
    cases(f"{_R}.stateless_normal([2, 2], [7, 8], alg='{_alg}')", tol=3)
cases(f"{_R}.stateless_uniform([3], s)", s=T([2**40, -1], "int64"))
cases(f"{_R}.stateless_normal([4], [1, 2], mean=2.0, stddev=0.5)", tol=3)
cases(f"{_R}.stateless_normal([2, 3], [1, 2], mean=m, stddev=[1.0, 2.0, 3.0])", m=f32(2, 1), tol=3)
cases(f"{_R}.stateless_uniform([2, 0], [1, 2])")
cases(f"{_R}.stateless_truncated_normal([4], [1, 2], mean=1.0, stddev=3.0)", tol=3)
cases(
    f"{_R}.stateless_parameterized_truncated_normal([4], [1, 2], means=0.0, stddevs=1.0, minvals=-0.5, maxvals=2.0)",
    tol=3,
    grad=False,
)
cases(f"{_R}.stateless_categorical(x, 5, seed=[1, 2])", x=f32(2, 3))
cases(f"{_R}.stateless_categorical(x, 5, [1, 2], dtype=tf.int32)", x=f64(1, 3))
cases(f"{_R}.stateless_gamma([4], [1, 2], alpha=[0.5, 1.0, 2.0, 9.0])", tol=5, grad=False)
cases(f"{_R}.stateless_gamma([2, 2], seed=[1, 2], alpha=a, beta=2.0)", a=f32(2, lo=0.5, hi=4), tol=5, grad=False)
cases(f"{_R}.stateless_poisson([5], [1, 2], lam=3.0)")
cases(f"{_R}.stateless_poisson([4], [1, 2], lam=20.0, dtype=tf.int32)")
cases(f"{_R}.stateless_binomial([5], [1, 2], counts=10.0, probs=0.3)")
cases(f"{_R}.stateless_binomial([4], [1, 2], counts=100.0, probs=0.7, output_dtype=tf.float32)")
cases(f"{_R}.fold_in([1, 2], 5)")
cases(f"{_R}.split([1, 2], num=3)")
cases(f"{_R}.experimental.stateless_fold_in([1, 2], x)", x=T(7, "int32"))
cases(f"{_R}.experimental.stateless_split([1, 2])")
cases(f"{_R}.experimental.stateless_shuffle(x, seed=[1, 2])", x=i32(6))
cases(f"{_R}.experimental.index_shuffle(x, [1, 2], 20)", x=T([0, 5, 20], "int32"))
cases(f"{_R}.create_rng_state(1, 'philox')")
cases(f"{_R}.create_rng_state(5, 'threefry')")
for _call in ("normal([4])", "uniform([4])", "uniform([4], 0, 10, tf.int32)", "truncated_normal([3])", "gamma([3], 2.0)", "poisson([3], 4.0)", "shuffle(tf.range(6))",
              "categorical([[0.0, 1.0]], 4)", "normal([2, 2], mean=3.0, stddev=0.1, dtype=tf.float64)"):  # fmt: skip
    _seeded = f"{_call[:-1]}, seed=7)"
    cases(f"{_R}.set_seed(5)\n{_R}.{_call}", op=f"tf.random.{_call.split('(')[0]}", tol=5)
    cases(f"{_R}.set_seed(5)\n{_R}.{_seeded}", op=f"tf.random.{_call.split('(')[0]}", tol=5)
    cases(f"{_R}.set_seed(5)\n{_R}.{_call}\n{_R}.{_call}", op=f"tf.random.{_call.split('(')[0]}", tol=5)
cases(f"{_R}.set_seed(3)\ntf.nn.dropout(x, 0.5)", op="tf.nn.dropout", x=f32(8), graph=False, grad=False)
cases(
    f"{_R}.set_seed(3)\ntf.nn.dropout(x, 0.3, seed=1, noise_shape=[4, 1])",
    op="tf.nn.dropout",
    x=f32(4, 2),
    graph=False,
    grad=False,
)
_G = f"g = {_R}.Generator.from_seed(1234)\n"
for _call in ("normal([3])", "uniform([3])", "uniform([3], 1, 9, tf.int32)", "truncated_normal([3])", "binomial([3], 10.0, 0.5, dtype=tf.int64)", "uniform_full_int([2])", "uniform_full_int([2], dtype=tf.uint32)",
              "make_seeds(2)", "split(2)[1].normal([2])", "state", "key", "algorithm", "normal([2], dtype=tf.float64)"):  # fmt: skip
    cases(f"{_G}g.{_call}", op="tf.random.Generator", tol=3, graph=False)
cases(f"{_G}g.skip(10)\ng.normal([2])", op="tf.random.Generator", tol=3)
cases(f"{_G}a = g.normal([2])\ng.reset_from_seed(1234)\na, g.normal([2])", op="tf.random.Generator", tol=3)
cases(f"{_R}.Generator.from_key_counter(key=5, counter=[1, 2], alg='philox').uniform([3])", op="tf.random.Generator")
cases(f"{_R}.Generator.from_state([1, 2, 3], alg='philox').uniform([3])", op="tf.random.Generator")
for _name in (
    "RandomNormal",
    "RandomUniform",
    "TruncatedNormal",
    "GlorotUniform",
    "GlorotNormal",
    "HeNormal",
    "HeUniform",
    "LecunNormal",
    "LecunUniform",
    "VarianceScaling",
    "Orthogonal",
):
    cases(f"tf.keras.initializers.{_name}(seed=3)([3, 4])", op=f"tf.keras.initializers.{_name}", tol=20, graph=False)
cases("tf.random_normal_initializer(seed=3)([3])", tol=3)
cases("tf.random_uniform_initializer(-1.0, 1.0, seed=3)([3])", tol=3)

cases.bad(f"{_R}.stateless_uniform([3], seed=[1])")
cases.bad(f"{_R}.stateless_uniform([3], seed=[1, 2], dtype=tf.int32)")
cases.bad(f"{_R}.stateless_uniform([3], seed=[1, 2], minval=5, maxval=2, dtype=tf.int32)")
cases.bad(f"{_R}.stateless_uniform([-3], seed=[1, 2])")
cases.bad(f"{_R}.stateless_normal([3], seed=[1, 2], dtype=tf.int32)")
cases.bad(f"{_R}.uniform([3], dtype=tf.int32)")
cases.bad(f"{_R}.uniform([3], 9, 2, tf.int32)")
cases.bad(f"{_R}.normal([3], dtype=tf.int32)")
cases.bad(f"{_R}.normal('a')", words=0.3)
cases.bad(f"{_R}.categorical(x, 3)", x=f32(3))
cases.bad(f"{_R}.stateless_categorical(x, -1, [1, 2])", x=f32(1, 3))
cases.bad(f"{_R}.Generator.from_seed(1, alg='mersenne')", op="tf.random.Generator", words=0.4)
cases.bad(f"{_R}.Generator.from_state([1], alg='philox')", op="tf.random.Generator", words=0.3)
cases.bad(f"{_R}.stateless_binomial([5], [1, 2], counts=[10], probs=[0.3])")
cases.bad(f"{_R}.stateless_poisson([4], [1, 2], lam=[20.0])")
