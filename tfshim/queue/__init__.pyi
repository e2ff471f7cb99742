# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.queue.base import QueueBase as QueueBase
from tfshim.queue.kinds import FIFOQueue as FIFOQueue, PaddingFIFOQueue as PaddingFIFOQueue, PriorityQueue as PriorityQueue
from tfshim.queue.kinds import RandomShuffleQueue as RandomShuffleQueue
