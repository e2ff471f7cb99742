# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.contrib.factorization.clustering import KMeans as KMeans
COSINE_DISTANCE: str
KMC2_INIT: str
KMEANS_PLUS_PLUS_INIT: str
RANDOM_INIT: str
SQUARED_EUCLIDEAN_DISTANCE: str
