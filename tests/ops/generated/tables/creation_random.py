"""Making tensors, and random numbers from seeds."""

from tests.ops.generated.draws import ANY, FLOATS, Table, choose, dtypes, flag, integer, number, x

table = Table()

_shape = choose("[]", "[2]", "[2, 3]", "[0]", "[2, 0]", "3", "(2,)", "t([2, 2], 'int32')", "t([2], 'int64')", "a([1, 2], 'int32')", "[-1]", "tf.TensorShape([2])", "[2.0]", "t([2], 'float32')", "tf.TensorShape([None])")
_value = choose("1", "2.5", "True", "b'a'", "'a'", "1j", "[1]", "t(3, 'uint8')", "a(1.5, 'float64')", "300", "-1", "nan")

table("tf.zeros tf.ones", _shape, dtype=dtypes, calls=26)
table("tf.fill", _shape, _value, calls=26)
table("tf.eye", integer(0, 3), num_columns=integer(0, 4), batch_shape=choose("[2]", "[]", "[0]", "[2, 1]"), dtype=dtypes, calls=24)
table("tf.range", choose("3", "0", "5.5", "t(4, 'int64')", "-2", "t(3, 'float16')", "a(3, 'int32')", "[1]", "True"), limit=choose("6", "2.5", "0", "t(7, 'int32')", "-3"), delta=choose("1", "2", "0.5", "-1", "0", "t(2, 'int64')"), dtype=choose("tf.float32", "tf.int64", "tf.int16", "tf.uint8", "tf.float16", "tf.string"), calls=44)
table("tf.zeros_initializer() tf.ones_initializer()", _shape, dtype=dtypes, calls=10)
table("tf.constant_initializer(2)", _shape, dtype=dtypes, calls=8)
table("tf.as_dtype", choose("'float32'", "'float'", "np.int8", "int", "float", "bool", "str", "object", "np.dtype('float64')", "1", "'bad'", "tf.half", "'half'", "complex", "bytes", "None", "np.float16", "'uint64'", "'int'", "'double'", "'str'"), calls=24)
table("tf.TensorShape", choose("[1, 2]", "[None, 2]", "None", "3", "[-1]", "[1.5]", "'a'", "[1.0]", "['a']", "t([2, 3], 'int32')", "a([2], 'int32')", "(2,)", "[]", "[True]", "[[1]]"), calls=16)
table("tf.get_static_value", x(ANY), partial=flag, calls=12)
table("tf.is_tensor", x(ANY), calls=8)
table("tf.Variable", x(ANY), dtype=dtypes, trainable=flag, calls=22)

_seed = choose("[1, 2]", "(0, 5)", "t([3, 4], 'int32')", "t([3, 4], 'int64')", "a([7, 8], 'int64')", "[1]", "5", "[1.5, 2.0]", "[2**40, -3]", "[1, 2, 3]", "t([1, 2], 'uint64')", wrong=0.03)
_dims = choose("[3]", "[2, 2]", "[]", "[0]", "t([2], 'int64')", "2", "(1, 2)", "[-1]", "[2.5]", wrong=0.03)
_real = choose("tf.float32", "tf.float64", "tf.float16", "tf.bfloat16", "tf.int32", "tf.string")
table("tf.random.stateless_normal tf.random.stateless_truncated_normal", _dims, seed_=_seed, mean=number, stddev=number, dtype=_real, calls=22)
table("tf.random.stateless_uniform", _dims, seed_=_seed, minval=choose("0", "1", "-2.0", "t(0, 'int32')", "None", "5"), maxval=choose("10", "2.5", "None", "t(7, 'int64')", "0", "1"), dtype=choose("tf.float32", "tf.int32", "tf.int64", "tf.float16", "tf.float64", "tf.uint32", "tf.uint64", "tf.bfloat16", "tf.int16"), calls=44)
table("tf.random.stateless_categorical", x(FLOATS, 2, 2), num_samples_=integer(0, 4), seed_=_seed, dtype=choose("tf.int32", "tf.int64"), calls=18)
table("tf.random.stateless_gamma", choose("[3]", "[2, 2]", "[]", "[0]", "[3, 2]"), seed_=_seed, alpha_=choose("1.5", "[0.5, 2.0]", "t(2.0, 'float64')", "-1.0", "2"), beta=choose("1.0", "[2.0, 3.0]", "None"), dtype=choose("tf.float32", "tf.float64", "tf.float16"), calls=20)
table("tf.random.stateless_poisson", choose("[3]", "[2, 2]", "[]", "[0]"), seed_=_seed, lam_=choose("1.5", "[0.5, 12.0]", "t(2.0, 'float64')", "-1.0", "2"), dtype=choose("tf.float32", "tf.int32", "tf.int64", "tf.float16"), calls=18)
table("tf.random.stateless_binomial", choose("[3]", "[2, 2]", "[]", "[0]"), seed_=_seed, counts_=choose("5.0", "[3.0, 10.0]", "20", "t(5, 'int32')", "-1.0"), probs_=choose("0.5", "[0.1, 0.9]", "0", "1.5", "t(0.5, 'float64')"), output_dtype=choose("tf.int32", "tf.float32", "tf.int64"), calls=18)
table("tf.random.stateless_parameterized_truncated_normal", choose("[3]", "[2, 2]", "[0]"), seed_=_seed, means=choose("0.0", "[1.0, 2.0]", "2"), stddevs=choose("1.0", "0.5", "-1.0"), minvals=choose("-2.0", "0.0"), maxvals=choose("2.0", "-3.0", "1.0"), calls=12)
table("tf.random.experimental.stateless_shuffle", x(ANY, 0, 3), seed_=_seed, calls=14)
table("tf.random.split tf.random.experimental.stateless_split", _seed, num=integer(0, 3), calls=10)
table("tf.random.fold_in tf.random.experimental.stateless_fold_in", _seed, integer(0, 9), calls=10)
table("tf.random.experimental.index_shuffle", integer(0, 9), choose("[1, 2, 3]", "t([1, 2, 3], 'uint32')", "[1, 2]"), integer(5, 9), calls=10)


def _stateful(name, *positional, calls, **optional):
    """A function that draws from a seeded stream: the global seed is set before every call."""
    def text(draw):
        parts = [make(draw) for make in positional]
        parts += [f"{k.rstrip('_')}={make(draw)}" for k, make in optional.items() if k.endswith("_") or draw.chance(0.4)]
        return f"lambda: {name}({', '.join(parts)})"

    table(f"seeded:{name}", lambda d: str(d.between(0, 99)), text, calls=calls)


_op_seed = choose("1", "None", "0", "2**40", "-1", wrong=0.03)
for _name in ("tf.random.normal", "tf.random.truncated_normal"):
    _stateful(_name, _dims, mean=number, stddev=number, dtype=_real, seed=_op_seed, calls=18)
_stateful("tf.random.uniform", _dims, minval=choose("0", "-2.0", "t(0, 'int32')", "5"), maxval=choose("10", "2.5", "None", "t(7, 'int64')"), dtype=choose("tf.float32", "tf.int32", "tf.int64", "tf.float16", "tf.float64", "tf.uint8"), seed=_op_seed, calls=28)
_stateful("tf.random.categorical", x(FLOATS, 2, 2), integer(0, 4), dtype=choose("tf.int32", "tf.int64"), seed=_op_seed, calls=14)
_stateful("tf.random.gamma", _dims, choose("1.5", "[0.5, 2.0]", "t(2.0, 'float64')", "2"), beta=choose("1.0", "[2.0, 3.0]"), seed=_op_seed, calls=12)
_stateful("tf.random.poisson", _dims, choose("1.5", "[0.5, 12.0]", "t(2.0, 'float64')", "2"), dtype=choose("tf.float32", "tf.int32"), seed=_op_seed, calls=12)
_stateful("tf.random.shuffle", x(ANY), seed=_op_seed, calls=14)
