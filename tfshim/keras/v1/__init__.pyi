# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.v1.training import GraphTraining as GraphTraining
