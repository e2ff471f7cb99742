"""The throughput of several workers of one machine that train one model, in tfshim, TensorFlow and torch's DistributedDataParallel."""
