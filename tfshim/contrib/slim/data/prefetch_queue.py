"""A queue of batches that are ready."""

from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.train.queue_runner import QueueRunner, add_queue_runner
from tfshim.compat.v1.train.queued_batches import summarize_fullness
from tfshim.queue.kinds import FIFOQueue, PaddingFIFOQueue


def prefetch_queue(tensors, capacity=8, num_threads=1, dynamic_pad=False, shared_name=None, name=None):
    """A queue that threads fill with `tensors`, a list or a dictionary of them; `dynamic_pad`: whether sizes may be unknown."""
    names = sorted(tensors) if isinstance(tensors, dict) else None
    listed = [tensors[n] for n in names] if names else tensors
    with name_scope(name, "prefetch_queue", listed):
        queue = (PaddingFIFOQueue if dynamic_pad else FIFOQueue)(
            capacity=capacity,
            dtypes=[x.dtype for x in listed],
            shapes=[x.shape for x in listed],
            names=names,
            shared_name=shared_name,
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue(tensors)] * num_threads))
        summarize_fullness(queue, capacity)
        return queue
