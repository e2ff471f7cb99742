"""Defaults of `tf.io.decode_csv` that columns cannot have: now, in a graph, and in a function."""


def told(make):
    for run in (make, lambda: in_graph(make), lambda: tf.function(make)()):
        try:
            print(str(run()))
        except Exception as error:
            print(type(error).__name__, str(error).split("}} Each ")[-1].split("}} There ")[-1].split(" for '{{node")[0])


def in_graph(make):
    with tf.Graph().as_default():
        return make()


def case_ranks_and_sizes():
    decode = tf.io.decode_csv
    told(lambda: decode("1", [tf.constant([[1]])]))
    told(lambda: decode(["1", "2"], [[0], tf.constant([[1, 2]])]))
    told(lambda: decode("1", [tf.zeros([0, 2])]))
    told(lambda: decode("1", [tf.constant([1, 2])]))


def case_numbers_and_dtypes():
    told(lambda: tf.io.decode_csv("1", []))
    told(lambda: tf.raw_ops.DecodeCSV(records="1", record_defaults=[]))
    told(lambda: tf.io.decode_csv("1", [tf.constant([1], tf.int16)]))
