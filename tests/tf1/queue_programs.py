"""Graphs with queues and readers, whose nodes TensorFlow recorded: see scripts/record_queue_graphs.py."""


def queues(tf):
    v1 = tf.compat.v1
    q = v1.FIFOQueue(10, [tf.float32, tf.int32], [[2], []], shared_name="shared")
    q.enqueue(([1.0, 2.0], 3))
    q.enqueue_many(([[1.0, 2.0]], [3]))
    q.dequeue()
    q.dequeue_many(2)
    q.dequeue_up_to(v1.placeholder(tf.int32, []))
    q.size()
    q.close(cancel_pending_enqueues=True)
    q.is_closed()
    v1.PaddingFIFOQueue(10, [tf.float32], [[None]]).enqueue(([1.0],))
    v1.RandomShuffleQueue(10, 2, [tf.string], seed=3)
    v1.PriorityQueue(10, [tf.int32], [[]]).enqueue((tf.constant(1, tf.int64), 2))


def chosen(tf):
    v1 = tf.compat.v1
    two = [v1.FIFOQueue(3, tf.float32), v1.FIFOQueue(4, tf.float32)]
    v1.QueueBase.from_list(v1.placeholder(tf.int32, []), two).dequeue(name="taken")


def pipelines(tf):
    v1 = tf.compat.v1
    names = v1.train.string_input_producer(["a", "b"], seed=1)
    _, value = v1.TextLineReader(skip_header_lines=1).read(names)
    v1.train.batch([value], 2)
    v1.train.shuffle_batch([value], 2, 10, 3, seed=1)
    reader = v1.FixedLengthRecordReader(4, 1, 2, 3)
    reader.read_up_to(names, 3)
    reader.num_records_produced()
    reader.reset()
    v1.TFRecordReader(options=tf.io.TFRecordOptions(compression_type="GZIP")).read(names)
    whole = v1.WholeFileReader()
    whole.restore_state(whole.serialize_state())


PROGRAMS = {"queues": queues, "chosen": chosen, "pipelines": pipelines}


def outline(tf, name):
    """[name, type, inputs, attributes as text] of the queues, the readers and what is done with them in a program's graph."""
    with tf.Graph().as_default() as graph:
        PROGRAMS[name](tf)
    made = []
    for n in graph.as_graph_def().node:
        if "Queue" in n.op or "Reader" in n.op or n.op in ("Pack", "GatherV2"):
            made.append([n.name, n.op, list(n.input), {key: " ".join(str(value).split()) for key, value in sorted(n.attr.items())}])
    return made
