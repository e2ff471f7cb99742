"""Changes of parts of variables, whose graphs are compared node by node with those of TensorFlow."""

CHANGES = {  # of a variable `v` of three rows of two, with a row `x`
    "part": lambda tf, v, x: v[0].assign(x),
    "parts one after the other": lambda tf, v, x: (v[0, 1].assign(3.0), v[1:, 0].assign([4.0, 5.0])),
    "named part": lambda tf, v, x: v[:2].assign(tf.ones([2, 2]), name="set"),
    "rows": lambda tf, v, x: v.scatter_update(tf.IndexedSlices([[1.0, 2.0]], [0])),
    "row by a number": lambda tf, v, x: v.scatter_update(tf.IndexedSlices(1.0, 0)),
    "rows of a tensor": lambda tf, v, x: v.scatter_add(tf.IndexedSlices(x[None], [0]), name="added"),
    "rows combined": lambda tf, v, x: [
        getattr(v, f"scatter_{how}")(tf.IndexedSlices(2.0, [1])) for how in ("sub", "mul", "div", "max", "min")
    ],
    "elements": lambda tf, v, x: v.scatter_nd_update([[0, 0]], [2.0]),
    "elements combined": lambda tf, v, x: [
        getattr(v, f"scatter_nd_{how}")([[0, 0]], [2.0], name=how) for how in ("add", "sub", "max", "min")
    ],
}


def changes(tf):
    """{name: a function that gives the graph of a traced function}."""
    return {f"change of {name}": lambda change=change: _traced(tf, change) for name, change in CHANGES.items()}


def _traced(tf, change):
    v = tf.Variable(tf.ones([3, 2]))

    def function(x):
        change(tf, v, x)
        return v + x, v[1]

    return tf.function(function).get_concrete_function(tf.TensorSpec([2])).graph
