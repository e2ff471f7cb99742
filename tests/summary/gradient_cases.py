"""Functions of a placeholder whose gradients are compared node by node; made with `tf`, TensorFlow or tfshim."""

SHAPES = {"known": [2, 3], "batch": [None, 3]}
BOTH = ("reduce", "matmul", "add", "multiply", "row", "columns", "concat", "where", "part")  # how cases begin that are seen with both


def cases(tf):
    """{name: a function of the placeholder that gives a list of tensors}."""
    v1 = tf.compat.v1
    found = {}
    for name in UNARY:
        found[name] = lambda x, name=name: [getattr(tf.math, name)(x)]
    for name in ACTIVATIONS:
        found[name] = lambda x, name=name: [getattr(tf.nn, name)(x)]
    for name in BINARY:
        function = getattr(tf.math, name)
        found[f"{name} same"] = lambda x, f=function: [f(x, x * 2.0)]
        found[f"{name} row"] = lambda x, f=function: [f(x, tf.reduce_sum(x, 0))]
    for name in REDUCTIONS:
        function = getattr(tf.math, name)
        found[name] = lambda x, f=function: [f(x)]
        found[f"{name} 0"] = lambda x, f=function: [f(x, 0)]
        found[f"{name} kept"] = lambda x, f=function: [f(x, [1], keepdims=True)]
    found.update(
        matmul=lambda x: [tf.matmul(x, tf.ones([3, 2]))],
        matmul_second=lambda x: [tf.matmul(tf.ones([2, 2]), x)],
        matmul_both=lambda x: [tf.matmul(x, x, transpose_b=True)],
        batch_matmul=lambda x: [tf.matmul(tf.stack([x, x]), tf.stack([x, x]), transpose_b=True)],
        bias=lambda x: [tf.nn.bias_add(x * 2.0, tf.reduce_sum(x, 0))],
        reshape=lambda x: [tf.reshape(x, [-1])],
        transpose=lambda x: [tf.transpose(x)],
        expand=lambda x: [tf.expand_dims(x, 0)],
        squeeze=lambda x: [tf.squeeze(tf.expand_dims(x, 0), [0])],
        concat=lambda x: [tf.concat([x, x * 2.0], 0)],
        concat_last=lambda x: [tf.concat([x, x * 2.0], -1)],
        stack=lambda x: [tf.stack([x, x * 2.0])],
        split=lambda x: tf.split(x, [1, 2], 1),
        split_some=lambda x: tf.split(x, [1, 2], 1)[:1],
        row=lambda x: [x[0]],
        columns=lambda x: [x[:, 1:]],
        part=lambda x: [tf.slice(x, [0, 1], [1, 1])],
        pad=lambda x: [tf.pad(x, [[1, 0], [0, 1]])],
        tile=lambda x: [tf.tile(x, [1, 2])],
        gather_nd=lambda x: [tf.gather_nd(x, [[0, 1]])],
        reverse=lambda x: [tf.reverse(x, [0])],
        where=lambda x: [tf.where(x > 0.0, x, x * 2.0)],
        clip=lambda x: [tf.clip_by_value(x, -1.0, 1.0)],
        cast=lambda x: [tf.cast(x, tf.float64)],
        add_n=lambda x: [tf.add_n([x, x * 2.0, x])],
        broadcast=lambda x: [tf.broadcast_to(x, [2, 2, 3])],
        cumsum=lambda x: [tf.cumsum(x)],
        norm=lambda x: [tf.norm(x)],
        normalize=lambda x: [tf.nn.l2_normalize(x, 1)],
        cross_entropy=lambda x: [tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0, 1], logits=x)],
        convolution=lambda x: [tf.nn.conv2d(tf.reshape(x, [1, 2, 3, 1]), tf.ones([2, 2, 1, 1]), 1, "SAME")],
        largest=lambda x: [tf.nn.max_pool2d(tf.reshape(x, [1, 2, 3, 1]), 2, 1, "SAME")],
        average=lambda x: [tf.nn.avg_pool2d(tf.reshape(x, [1, 2, 3, 1]), 2, 1, "SAME")],
        normalized=lambda x: [v1.nn.fused_batch_norm(tf.reshape(x, [1, 2, 1, 3]), tf.ones([3]), tf.zeros([3]))[0]],
        dropout=lambda x: [v1.nn.dropout(x, rate=0.5, seed=1)],
        diagonal=lambda x: [tf.linalg.diag(x)],
        band=lambda x: [tf.linalg.band_part(x, 0, -1)],
        inverse=lambda x: [tf.linalg.inv(x[:, :2])],
        paths=lambda x: [tf.exp(x) * tf.sin(x) + x],
    )
    return found


UNARY = "abs acos atan cos digamma erf expm1 log log1p rsqrt sigmoid softplus square tan tanh ndtri".split()
ACTIVATIONS = "relu relu6 elu selu leaky_relu softmax log_softmax l2_loss gelu".split()
BINARY = """add subtract multiply divide divide_no_nan pow maximum minimum squared_difference floormod multiply_no_nan""".split()
REDUCTIONS = "reduce_sum reduce_mean reduce_max reduce_min reduce_euclidean_norm".split()


def shapes_of(case):
    """(name, shape) of the placeholders that a case is seen with."""
    return [(kind, shape) for kind, shape in SHAPES.items() if kind == "batch" or case.startswith(BOTH)]


def run_name(case, shape):
    """The name of a case in the record."""
    return f"{case}, {shape}"


def nodes(graph_def):
    """[[name, operation, inputs]] of the nodes of gradients, sorted."""
    return sorted([n.name, n.op, list(n.input)] for n in graph_def.node if n.name.startswith("gradients/"))
