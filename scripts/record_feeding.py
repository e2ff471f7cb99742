"""Record graphs with tables, queues, readers and queue runners, and what TensorFlow computes with them, in tests/data/graphs.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_feeding.py
The files are as those of record_graphs.py. Files that the graphs read are written as `write_files` does, into the current folder.
"""

import os
import tempfile

import numpy as np
from record_graphs import record

from tests.tf1.feeding_files import write_files


def tables(tf, v1):
    """Tables that an operation fills once, from constants and from files, and one that changes."""
    k = v1.placeholder(tf.string, [None], name="k")
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["x", "y"], tf.constant([1, 2], tf.int64)), -1)
    tf.identity(table.lookup(k), "found")
    tf.identity(table.size(), "count")
    index = tf.lookup.TextFileIndex
    words = tf.lookup.StaticVocabularyTable(
        tf.lookup.TextFileInitializer("words.txt", tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER), 2
    )
    tf.identity(words.lookup(k), "ids")
    back = tf.lookup.StaticHashTable(
        tf.lookup.TextFileInitializer("words.txt", tf.int64, index.LINE_NUMBER, tf.string, index.WHOLE_LINE), "UNK"
    )
    tf.identity(back.lookup(words.lookup(k)), "back")
    changing = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, [0.0, 0.0])
    rows = tf.stack([tf.cast(table.lookup(k), tf.float32), tf.fill(tf.shape(k), 2.0)], 1)
    with tf.control_dependencies([changing.insert(k, rows)]):
        tf.identity(changing.size(), "inserted")
    tf.identity(changing.lookup(k), "rows")
    tf.identity(tf.cond(tf.size(k) > 2, lambda: table.lookup(k[:1]), lambda: words.lookup(k[:1])), "either")
    v1.tables_initializer(name="ready")
    feeds, two = {"k:0": [b"x", b"b", b"zz", b"c"]}, {"k:0": [b"b", b"c"]}
    return [
        ({}, ["ready"]),
        (feeds, ["found:0", "count:0", "ids:0", "back:0", "either:0"]),
        (two, ["either:0"]),
        (feeds, ["inserted:0"]),
        (two, ["rows:0"]),
    ]


def old_tables(tf, v1):
    """Tables with handles of the first kind."""
    k = v1.placeholder(tf.string, [None], name="k")
    raw, missing = tf.raw_ops, tf.constant(-1, tf.int64)
    h = raw.HashTable(key_dtype=tf.string, value_dtype=tf.int64, shared_name="one")
    raw.InitializeTable(table_handle=h, keys=["x", "y"], values=tf.constant([5, 6], tf.int64), name="ready")
    found = raw.LookupTableFind(table_handle=h, keys=k, default_value=missing, name="found")
    raw.LookupTableSize(table_handle=h, name="count")
    m = raw.MutableHashTable(key_dtype=tf.string, value_dtype=tf.int64, shared_name="two")
    raw.LookupTableInsert(table_handle=m, keys=k, values=found, name="insert")
    tf.sort(raw.LookupTableExport(table_handle=m, Tkeys=tf.string, Tvalues=tf.int64)[1], name="values")
    tf.identity(raw.LookupTableFind(table_handle=m, keys=k, default_value=missing), "again")
    feeds = {"k:0": [b"x", b"q"]}
    return [({}, ["ready"]), (feeds, ["found:0", "count:0"]), (feeds, ["insert"]), ({"k:0": [b"x", b"w"]}, ["again:0"])]


def queues(tf, v1):
    """Queues of each kind."""
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    q = tf.queue.FIFOQueue(10, [tf.float32, tf.int32], [[2], []], name="q")
    q.enqueue_many([x, tf.range(tf.shape(x)[0])], name="put")
    q.enqueue([x[0], 7], name="one")
    q.dequeue(name="get")
    q.dequeue_many(2, name="many")
    q.dequeue_up_to(5, name="rest")
    q.size(name="size")
    q.close(name="close")
    q.is_closed(name="closed")
    p = tf.queue.PriorityQueue(10, [tf.string], [[]], name="p")
    for priority, text in ((5, "five"), (2, "two")):
        p.enqueue([tf.constant(priority, tf.int64), text], name=text)
    p.dequeue(name="first")
    padded = tf.queue.PaddingFIFOQueue(10, [tf.int32], [[None]], name="padded")
    for row in ([1], [1, 2, 3]):
        padded.enqueue([row], name=f"row{len(row)}")
    padded.dequeue_many(2, name="rows")
    shuffled = tf.queue.RandomShuffleQueue(10, 0, [tf.int32], [[]], seed=3, name="shuffled")
    shuffled.enqueue_many([tf.range(6)], name="mix")
    tf.sort(shuffled.dequeue_many(6), name="mixed")
    feeds = {"x:0": np.arange(8, dtype=np.float32).reshape(4, 2)}
    steps = [(feeds, ["put"]), ({}, ["size:0"]), ({}, ["get:0", "get:1"]), ({}, ["many:0", "many:1"]), (feeds, ["one"]), ({}, ["close"])]
    steps += [({}, ["closed:0", "size:0"]), ({}, ["rest:0", "rest:1"]), ({}, ["five"]), ({}, ["two"]), ({}, ["first:0", "first:1"])]
    return [*steps, ({}, ["row1"]), ({}, ["row3"]), ({}, ["rows:0"]), ({}, ["mix"])]


def reading(tf, v1):
    """Readers of files, whose names come out of queues."""
    for name, reader, files in (
        ("lines", v1.TextLineReader(skip_header_lines=1), ["lines.txt", "words.txt"]),
        ("whole", v1.WholeFileReader(), ["words.txt"]),
        ("pieces", v1.FixedLengthRecordReader(3, header_bytes=1, footer_bytes=2), ["words.txt"]),
        ("same", v1.IdentityReader(), ["words.txt"]),
    ):
        q = tf.queue.FIFOQueue(10, [tf.string], [[]], name=f"{name}_files")
        q.enqueue_many([files], name=f"{name}_put")
        q.close(name=f"{name}_close")
        reader.read(q, name=name)
        reader.read_up_to(q, 20, name=f"{name}_more")
        reader.num_records_produced(name=f"{name}_records")
        reader.num_work_units_completed(name=f"{name}_units")
    steps = []
    for name in ("lines", "whole", "pieces", "same"):
        steps += [({}, [f"{name}_put"]), ({}, [f"{name}_close"]), ({}, [f"{name}:0", f"{name}:1"])]
    steps += [({}, ["lines_more:0", "lines_more:1"]), ({}, ["lines_more:1"]), ({}, ["lines_records:0", "lines_units:0"])]
    return [*steps, ({}, ["pieces_more:1"])]


def runners(tf, v1):
    """Queue runners that read rows of text and records, one after the other."""
    names = v1.train.string_input_producer(["lines.txt"], shuffle=False, num_epochs=2)
    a, b = tf.io.decode_csv(v1.TextLineReader().read(names)[1], [[0], [0]])
    v1.train.batch([a, b], 4, num_threads=1, name="batch", allow_smaller_final_batch=True)
    records = v1.train.string_input_producer(["records"], shuffle=False, num_epochs=1)
    example = v1.TFRecordReader().read(records)[1]
    features = {
        "i": tf.io.FixedLenFeature([], tf.int64),
        "f": tf.io.FixedLenFeature([2], tf.float32, [7.0, 8.0]),
        "v": tf.io.VarLenFeature(tf.string),
    }
    parsed = tf.io.parse_single_example(example, features)
    words = tf.sparse.to_dense(parsed["v"], b"-")
    v1.train.batch([parsed["i"], parsed["f"], words], 3, num_threads=1, name="parsed", dynamic_pad=True)
    rows = v1.train.slice_input_producer([tf.constant([1.0, 2.0, 3.0]), tf.constant([[1], [2], [3]])], shuffle=False, num_epochs=1)
    tf.identity(rows[0], "first")
    tf.identity(rows[1], "second")
    tf.group(v1.local_variables_initializer(), name="begin")
    several = tf.io.parse_example(v1.placeholder(tf.string, [None], name="several"), features)
    tf.identity(several["f"], "f")
    tf.identity(tf.sparse.to_dense(several["v"]), "v")
    steps = [({}, ["begin"])] + [({}, ["batch:0", "batch:1"])] * 5 + [({}, ["parsed:0", "parsed:1", "parsed:2"])] * 2
    return [*steps, *([({}, ["first:0", "second:0"])] * 3)]


def main():
    """Record all."""
    import tensorflow as tf

    v1 = tf.compat.v1
    v1.disable_control_flow_v2()
    folder, before = tempfile.mkdtemp(), os.getcwd()
    os.chdir(folder)
    write_files(tf)
    for build in (tables, old_tables, queues, reading, runners):
        with tf.Graph().as_default(), v1.Session() as session:
            v1.set_random_seed(7)
            steps = build(tf, v1)
            message = v1.train.export_meta_graph(clear_devices=True)
            if build is runners:
                session.run(steps[0][1])
                coordinator = v1.train.Coordinator()
                threads = v1.train.start_queue_runners(session, coordinator)
            record(f"feeding_{build.__name__}", message, "MetaGraphDef", session, steps[build is runners :])
            if build is runners:
                coordinator.request_stop()
                coordinator.join(threads)
    os.chdir(before)


if __name__ == "__main__":
    main()
