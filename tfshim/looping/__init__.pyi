# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.looping.folding import foldl as foldl, foldr as foldr, scan as scan
from tfshim.looping.mapping import map_fn as map_fn
from tfshim.looping.vectorized import vectorized_map as vectorized_map
