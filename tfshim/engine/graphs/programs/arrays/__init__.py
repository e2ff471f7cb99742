"""Programs on NumPy arrays: for small values, on which a kernel of torch takes longer to call than to compute."""
