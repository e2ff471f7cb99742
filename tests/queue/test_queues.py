"""Queues: order, waiting, closing, functions."""

import threading

import pytest

import tfshim as tf


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
    worker.join(10)
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
    worker.join(10)
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
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Shape mismatch in tuple component 0. Expected \[2\], got \[3\]"):
        q.enqueue([[1, 2, 3]])


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


def test_from_list():
    queues = [tf.queue.FIFOQueue(1, tf.int32), tf.queue.FIFOQueue(1, tf.int32)]
    assert tf.queue.QueueBase.from_list(1, queues) is queues[1]
