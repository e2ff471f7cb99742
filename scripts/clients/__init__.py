"""Libraries built on TensorFlow, installed without it and run by tfshim: what `make clients` runs."""
