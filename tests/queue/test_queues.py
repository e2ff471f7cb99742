"""Queues: order, waiting, closing, functions."""

import threading

import pytest

import tfshim as tf

v1 = tf.compat.v1


def test_first_in_first_out():
    q = tf.queue.FIFOQueue(10, [tf.int32, tf.string], shapes=[[], [2]])
    q.enqueue([1, ["a", "b"]])
    q.enqueue_many([[2, 3], [["c", "d"], ["e", "f"]]])
    assert q.size().numpy() == 3
    number, words = q.dequeue()
    assert number.numpy() == 1 and words.numpy().tolist() == [b"a", b"b"]
    numbers, words = q.dequeue_many(2)
    assert numbers.numpy().tolist() == [2, 3] and words.shape == (2, 2)


def test_waiting_for_room_and_for_elements():
    q = tf.queue.FIFOQueue(1, tf.int32, shapes=[])
    got = []

    def consume():
        for _ in range(5):
            got.append(int(q.dequeue()))

    worker = threading.Thread(target=consume)
    worker.start()
    for i in range(5):
        q.enqueue(i)
    worker.join(600)
    assert got == [0, 1, 2, 3, 4] and not worker.is_alive()


def test_closing():
    q = tf.queue.FIFOQueue(5, tf.float32, shapes=[])
    q.enqueue_many([[1.0, 2.0, 3.0]])
    assert not q.is_closed()
    q.close()
    assert q.is_closed()
    with pytest.raises(tf.errors.CancelledError, match="is closed"):
        q.enqueue(1.0)
    with pytest.raises(tf.errors.OutOfRangeError, match="insufficient elements .requested 5, current size 3"):
        q.dequeue_many(5)
    assert q.dequeue_up_to(5).numpy().tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(tf.errors.OutOfRangeError):
        q.dequeue()


def test_closing_wakes_what_waits():
    q = tf.queue.FIFOQueue(1, tf.int32)
    raised = []

    def consume():
        try:
            q.dequeue()
        except tf.errors.OutOfRangeError as error:
            raised.append(error)

    worker = threading.Thread(target=consume)
    worker.start()
    q.close()
    worker.join(600)
    assert raised and not worker.is_alive()


def test_priorities():
    q = tf.queue.PriorityQueue(10, tf.string, [()])
    q.enqueue_many([tf.constant([3, 1, 2, 1], tf.int64), ["c", "a", "b", "a2"]])
    assert [q.dequeue()[1].numpy() for _ in range(4)] == [b"a", b"a2", b"b", b"c"]


def test_padding():
    q = tf.queue.PaddingFIFOQueue(10, tf.int32, [[None]])
    q.enqueue([[1]])
    q.enqueue([[2, 3, 4]])
    assert q.dequeue_many(2).numpy().tolist() == [[1, 0, 0], [2, 3, 4]]


def test_shuffling_keeps_some_behind():
    q = tf.queue.RandomShuffleQueue(100, 5, tf.int32, shapes=[], seed=3)
    q.enqueue_many([list(range(50))])
    first = q.dequeue_many(45).numpy().tolist()
    assert first != sorted(first)
    q.close()
    assert sorted(first + q.dequeue_many(5).numpy().tolist()) == list(range(50))


def test_names_make_dictionaries():
    q = tf.queue.FIFOQueue(3, [tf.int32, tf.float32], names=["a", "b"])
    q.enqueue({"a": 1, "b": 2.0})
    got = q.dequeue()
    assert {k: v.numpy() for k, v in got.items()} == {"a": 1, "b": 2.0}
    with pytest.raises(ValueError, match="must enqueue a dictionary"):
        q.enqueue([1, 2.0])


def test_shapes_are_checked():
    q = tf.queue.FIFOQueue(3, tf.int32, shapes=[[2]])
    with pytest.raises(ValueError, match=r"Shapes \(3,\) and \(2,\) are incompatible"):
        q.enqueue([[1, 2, 3]])
    with pytest.raises(ValueError, match="must have rank at least 1"):
        q.enqueue_many([1])
    with pytest.raises(ValueError, match="Dimensions 1 and 2 are not compatible"):
        tf.queue.FIFOQueue(3, [tf.int32, tf.int32]).enqueue_many([[1], [2, 3]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="require the components to have specified shapes"):
        tf.queue.FIFOQueue(3, tf.int32).dequeue_many(1)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def late(x):
        q.enqueue([x])

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Shape mismatch in tuple component 0. Expected \[2\], got \[3\]"):
        late(tf.constant([1, 2, 3]))


def test_many_are_taken_as_they_come():
    q = tf.queue.FIFOQueue(2, tf.int32, shapes=[])
    got = []
    worker = threading.Thread(target=lambda: got.extend(q.dequeue_many(5).numpy().tolist()))
    worker.start()
    q.enqueue_many([[1, 2, 3, 4, 5]])
    worker.join(600)
    assert got == [1, 2, 3, 4, 5]


def test_the_random_order_is_the_reference_order():
    q = tf.queue.RandomShuffleQueue(10, 1, tf.int32, shapes=[], seed=3)
    q.enqueue_many([list(range(9))])
    assert q.dequeue_many(8).numpy().tolist() == [2, 7, 5, 8, 6, 0, 4, 3]  # recorded


def test_in_a_function():
    q = tf.queue.FIFOQueue(10, tf.int32, shapes=[])

    @tf.function
    def step(x):
        q.enqueue(x)
        q.enqueue(x + 1)
        return q.dequeue(), q.size()

    assert [t.numpy() for t in step(tf.constant(1))] == [1, 1]
    assert [t.numpy() for t in step(tf.constant(5))] == [2, 2]
    assert step.get_concrete_function(tf.constant(1)).structured_outputs[0].shape == ()


class Session:
    """A graph of operations on a queue, and a session for them."""

    def __init__(self, build):
        with tf.Graph().as_default():
            self.ops = build()
            self.session = v1.Session()

    def __call__(self, name):
        return self.session.run(self.ops[name])

    def later(self, name):
        """Run an operation in a thread; it gives the list that gets its value or its error."""
        got = []

        def work():
            try:
                got.append(self.session.run(self.ops[name]))
            except tf.errors.OpError as e:
                got.append(e)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return got, thread


def build(capacity=1):
    q = v1.FIFOQueue(capacity, tf.int32, shapes=[])
    return {
        "put": q.enqueue(1),
        "get": q.dequeue(),
        "many": q.dequeue_many(4),
        "three": q.enqueue_many([[5, 6, 7]]),
        "size": q.size(),
        "close": q.close(),
        "refuse": q.close(cancel_pending_enqueues=True),
        "closed": q.is_closed(),
        "queue": q.queue_ref,
    }


def test_in_a_graph():
    s = Session(lambda: build(5))
    assert s("put") is None and s("three") is None and s("size") == 4
    assert s("get") == 1 and s("size") == 3 and not s("closed")
    with v1.Session(graph=s.session.graph) as other:
        assert other.run(s.ops["size"]) == 0  # each session has its own elements
    s("close")
    with pytest.raises(
        tf.errors.OutOfRangeError,
        match=r"FIFOQueue '_\d+_fifo_queue' is closed and has insufficient elements "
        r"\(requested 4, current size 3\)\n\t \[\[\{\{node fifo_queue_DequeueMany\}\}\]\]",
    ) as raised:
        s("many")
    assert raised.value.op is s.ops["many"].op and s("size") == 3 and s("closed")
    assert [s.ops[k].name for k in ("put", "three", "close", "refuse", "queue", "size", "closed")] == [
        "fifo_queue_enqueue",
        "fifo_queue_EnqueueMany",
        "fifo_queue_Close",
        "fifo_queue_Close_1",
        "fifo_queue:0",
        "fifo_queue_Size:0",
        "fifo_queue_Is_Closed:0",
    ]


def test_runs_of_a_session_wait_for_each_other():
    s = Session(build)
    many, taker = s.later("many")
    s("three"), s("put")
    taker.join(600)
    assert many[0].tolist() == [5, 6, 7, 1]
    s("put")
    waiting, adder = s.later("put")
    closing, closer = s.later("close")
    for _ in range(3):
        adder.join(0.05)
    assert adder.is_alive() and closer.is_alive()  # a close lets in what waits already
    assert s("get") == 1
    adder.join(600), closer.join(600)
    assert waiting == closing == [None] and s("get") == 1


def test_what_waits_is_refused():
    s = Session(build)
    s("put")
    waiting, adder = s.later("put")
    adder.join(0.1)
    s("refuse")
    adder.join(600)
    assert isinstance(waiting[0], tf.errors.CancelledError) and "Enqueue operation was cancelled" in waiting[0].message
    s = Session(build)
    waiting, taker = s.later("many")
    taker.join(0.1)
    s.session.close()
    taker.join(600)
    assert isinstance(waiting[0], tf.errors.CancelledError) and "Dequeue operation was cancelled" in waiting[0].message


def test_waiting_has_a_limit():
    s = Session(build)
    with pytest.raises(tf.errors.DeadlineExceededError, match="Timed out waiting for notification"):
        s.session.run(s.ops["get"], options=v1.RunOptions(timeout_in_ms=50))
    s("put")
    assert s("get") == 1


def test_a_tensor_chooses_the_queue():
    with tf.Graph().as_default(), v1.Session() as session:
        queues = [v1.FIFOQueue(2, tf.int32, shapes=[]) for _ in range(2)]
        session.run([q.enqueue(i) for i, q in enumerate(queues)])
        which = v1.placeholder(tf.int32, [])
        chosen = v1.QueueBase.from_list(which, queues)
        assert session.run(chosen.dequeue(), {which: 1}) == 1 and session.run(queues[0].size()) == 1


def test_from_list():
    queues = [tf.queue.FIFOQueue(1, tf.int32), tf.queue.FIFOQueue(1, tf.int32)]
    assert tf.queue.QueueBase.from_list(1, queues) is queues[1]


def test_graphs_with_queues_as_text():
    """A graph that is written and read has the same queues: one for all operations of each, in each session."""
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.int64, [], name="x")
        queues = [
            v1.FIFOQueue(3, tf.int64, shapes=[[]], name="first"),
            v1.PriorityQueue(3, tf.int64, shapes=[[]], name="urgent"),
            v1.RandomShuffleQueue(3, 0, tf.int64, shapes=[[]], seed=3, name="mixed"),
            v1.PaddingFIFOQueue(3, tf.int64, shapes=[[None]], name="padded"),
        ]
        queues[0].enqueue(x, name="put_first")
        queues[0].dequeue(name="take_first")
        queues[1].enqueue([10 - x, x], name="put_urgent")
        queues[1].dequeue(name="take_urgent")
        queues[2].enqueue(x, name="put_mixed")
        queues[2].dequeue(name="take_mixed")
        queues[3].enqueue([tf.range(x)], name="put_padded")
        queues[3].dequeue_many(2, name="take_padded")
        v1.QueueBase.from_list(tf.cast(x, tf.int32), [queues[0], queues[2]]).size(name="some_size")
        content = graph.as_graph_def().SerializeToString()
    found = []
    for g in (graph, None):
        with g.as_default() if g else tf.Graph().as_default():
            if g is None:
                tf.import_graph_def(v1.GraphDef.FromString(content), name="")
            with v1.Session() as session:
                for kind in ("first", "urgent", "mixed", "padded"):
                    for i in range(1, 4):
                        session.run(f"put_{kind}", {"x:0": i})
                counts = [session.run("some_size:0", {"x:0": i}) for i in range(2)]
                session.run("take_first:0")
                taken = [session.run(["take_urgent:0", "take_urgent:1"]), [session.run("take_mixed:0") for _ in range(3)]]
                found.append([counts, taken, session.run("take_padded:0").tolist(), session.run("some_size:0", {"x:0": 0})])
    assert found[0] == found[1]
    assert found[0][0] == [3, 3] and found[0][1][0] == [7, 3] and found[0][2:] == [[[0, 0], [0, 1]], 2]
