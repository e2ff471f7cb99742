"""The benchmarks: one module for each group, each measurement in a process of its own."""
