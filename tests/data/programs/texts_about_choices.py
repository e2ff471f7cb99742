"""What is said of a choice that a preprocessing layer does not have."""

L = tf.keras.layers


def _told(f):
    try:
        f()
    except ValueError as e:
        return str(e)
    return "nothing is wrong"


def case_output_modes():
    makers = (
        lambda: L.CategoryEncoding(3, output_mode="x"),
        lambda: L.Hashing(3, output_mode="x"),
        lambda: L.HashedCrossing(3, output_mode="x"),
        lambda: L.StringLookup(output_mode="x"),
        lambda: L.IntegerLookup(output_mode="x"),
        lambda: L.Discretization(3, output_mode="x"),
        lambda: L.TextVectorization(output_mode="x"),
    )
    for make in makers:
        print(_told(make))


def case_words():
    for options in ({"standardize": "x"}, {"split": "x"}, {"split": 3}, {"standardize": None, "split": None}):
        print(_told(lambda options=options: L.TextVectorization(**options)))
