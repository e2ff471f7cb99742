# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.models.experimental.sharpness import SharpnessAwareMinimization as SharpnessAwareMinimization
