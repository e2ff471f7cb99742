# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.tpu import experimental as experimental
from tfshim.tpu.system import XLAOptions as XLAOptions
