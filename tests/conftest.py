"""Settings that all tests share."""

import os
import sys
from pathlib import Path

# One thread each: the tests are many small tensors, and machines that run them run several at a time.
os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
