"""Reductions, running sums, sorting and counting."""

from tests.ops.generated.draws import (
    ANY,
    COMPLEX,
    FLOATS,
    NUMERIC,
    REAL,
    Table,
    axes,
    axis,
    choose,
    flag,
    index,
    integer,
    like,
    same,
    shaped,
    x,
)  # fmt: skip

table = Table()

table("tf.reduce_sum tf.reduce_mean tf.reduce_prod", x(NUMERIC), axis=axes, keepdims=flag, calls=26)
table("tf.reduce_max tf.reduce_min", x(REAL), axis=axes, keepdims=flag, calls=24)
table("tf.reduce_all tf.reduce_any", x(("bool",)), axis=axes, keepdims=flag, calls=18)
table("tf.reduce_logsumexp", x(FLOATS), axis=axes, keepdims=flag, calls=18)
table("tf.math.reduce_std tf.math.reduce_variance tf.math.reduce_euclidean_norm", x(FLOATS + COMPLEX), axis=axes, keepdims=flag, calls=16)
table("tf.math.count_nonzero", x(ANY), axis=axes, keepdims=flag, dtype=choose("tf.int32", "tf.float32", "tf.uint8"), calls=20)
table("tf.cumsum tf.math.cumprod", x(NUMERIC, 1), axis=axis, exclusive=flag, reverse=flag, calls=24)
table("tf.math.cumulative_logsumexp", x(FLOATS, 1), axis=axis, exclusive=flag, reverse=flag, calls=16)
table("tf.argmax tf.argmin", x(REAL, 1), axis=axis, output_type=choose("tf.int32", "tf.int64", "tf.uint16", "tf.int16"), calls=22)
table("tf.sort tf.argsort", x(REAL, 1), axis=axis, direction=choose("'ASCENDING'", "'DESCENDING'"), calls=22)
table("tf.math.top_k", x(REAL, 1), k=integer(0, 3), sorted=flag, calls=26)
table("tf.nn.in_top_k tf.math.in_top_k", lambda d: index(0, 2, lambda d: 3, (1, 1))(d), x(("float32",), 2, 2), integer(0, 3), calls=12)
table("tf.unique tf.unique_with_counts", x(ANY, 1, 1), choose("tf.int32", "tf.int64"), calls=16)
table("tf.math.bincount", x(("int32", "int64", "uint8"), 1, 2, kind="fraction"), minlength=integer(0, 8), maxlength=integer(0, 4), weights=same(dtype="float32"), axis=choose("0", "-1"), binary_output=flag, dtype=choose("tf.int32", "tf.float32", "tf.float64"), calls=34)
table("tf.math.confusion_matrix", x(("int32", "int64"), 1, 1, kind="fraction"), same(kind="fraction"), num_classes=integer(3, 8), weights=same(dtype="float32"), dtype=choose("tf.int32", "tf.float32", "tf.int64"), calls=18)
table("tf.histogram_fixed_width tf.histogram_fixed_width_bins", x(REAL), choose("[0.0, 5.0]", "[-1, 3]", "[2.0, 2.0]", "t([0.0, 1.0], 'float32')", "[0.0]"), nbins=integer(1, 6), calls=14)
table("tf.math.zero_fraction", x(NUMERIC), calls=12)
table("tf.math.l2_normalize", x(FLOATS, 1), axis=axes, epsilon=choose("1e-6", "0.1", "0"), calls=14)
table("tf.norm", x(FLOATS + COMPLEX, 1), ord=choose("1", "2", "np.inf", "'euclidean'", "'fro'", "0.5", "0"), axis=axes, keepdims=flag, calls=34)
table("tf.searchsorted", lambda d: x(REAL, 1, 2, shape=lambda d: d.choice(((3,), (2, 3), (0,), (4,))))(d), shaped(lambda d, s: (*s[:-1], d.between(0, 3))), side=choose("'left'", "'right'"), out_type=choose("tf.int32", "tf.int64"), calls=26)
table("tf.math.invert_permutation", x(("int32", "int64"), 1, 1, kind="fraction"), calls=10)
table("tf.clip_by_norm", x(FLOATS), choose("1.0", "2", "0.0", "-1.0", "t(1.0, 'float32')"), axes=axes, calls=16)
table("tf.clip_by_global_norm", lambda d: f"[{x(FLOATS)(d)}, {same()(d)}]", choose("1.0", "2", "0.0"), calls=12)
table("tf.linalg.global_norm", lambda d: f"[{x(FLOATS)(d)}, {same()(d)}]", calls=10)
table("tf.scalar_mul", choose("2", "2.0", "t(2.0, 'float32')", "1j", "[1.0, 2.0]"), x(NUMERIC), calls=14)
table("tf.math.accumulate_n", lambda d: f"[{x(NUMERIC)(d)}, {same()(d)}]", calls=10)
table("tf.tensordot", x(NUMERIC, 1, 3, shape=lambda d: d.choice(((2, 2), (3,), (2, 3, 2), (2, 2)))), same(), axes_=choose("1", "0", "2", "[[0], [0]]", "[[1], [0]]", "([0, 1], [0, 1])", "-1", "[[-1], [0]]"), calls=24)
table("tf.einsum", choose("'ij,jk->ik'", "'ij,ij->'", "'ij,ij->ij'", "'i...,i...->...'", "'ij,kj'", "'ij,jk->ki'", "'ii,ii->i'", "'ij,jk'", "'bij,bjk->bik'"), x(NUMERIC, 2, 3, shape=lambda d: d.choice(((2, 2), (2, 2), (2, 2, 2), (3, 3)))), same(), calls=36)
table("tf.linspace", choose("0.0", "1", "-1.0", "t(1.0, 'float64')", "[0.0, 1.0]"), choose("5.0", "2", "[2.0, 3.0]", "t(3.0, 'float32')"), num=integer(1, 5), axis=choose("0", "-1", "1"), calls=24)
table("tf.boolean_mask", x(ANY, 1, 3), shaped(lambda d, s: s[: d.between(1, max(len(s), 1))], dtype="bool"), axis=choose("0", "None", "1", "-1"), calls=22)
table("tf.math.reduce_sum", x(NUMERIC), like(), calls=4)
