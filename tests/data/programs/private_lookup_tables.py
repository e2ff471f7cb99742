"""Tables that TensorFlow's module of lookups makes of lists and files."""

import os
import tempfile

from tensorflow.python.ops import lookup_ops


def failing(function):
    try:
        return function()
    except Exception as e:
        return type(e).__name__, str(e)


def case_indices_of_a_list():
    table = lookup_ops.index_table_from_tensor(vocabulary_list=["red", "green", "blue"], default_value=7)
    print(table.lookup(tf.constant(["blue", "red", "none"])).numpy().tolist())


def case_indices_with_a_bucket():
    table = lookup_ops.index_table_from_tensor(vocabulary_list=(42, 1, -1000), num_oov_buckets=1, dtype=tf.int32)
    print(table.lookup(tf.constant([1, -1000, 11], tf.int32)).numpy().tolist())


def case_strings_of_a_list():
    table = lookup_ops.index_to_string_table_from_tensor(vocabulary_list=["red", "green"], default_value="none")
    print(table.lookup(tf.constant([1, 5], tf.int64)).numpy().tolist())


def case_no_list():
    print(failing(lambda: lookup_ops.index_table_from_tensor(vocabulary_list=None)))
    print(failing(lambda: lookup_ops.index_to_string_table_from_tensor(vocabulary_list=None)))


def case_files_of_no_size():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "words.txt")
        with open(path, "w") as file:
            file.write("red\ngreen\n")

        def said(given):
            return failing(lambda: lookup_ops.index_table_from_file(given, vocab_size=0))[0]

        print(said(path), said(tf.constant(path)), lookup_ops.index_table_from_file(path, vocab_size=1).size().numpy())


def case_in_a_session():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        table = lookup_ops.index_table_from_tensor(vocabulary_list=["red", "green"])
        found = table.lookup(tf.constant(["green"]))
        early = failing(lambda: session.run(found))[0]
        session.run(tf.compat.v1.tables_initializer())
        print(early, session.run(found).tolist())
