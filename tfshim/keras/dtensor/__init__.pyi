# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.dtensor import experimental as experimental
