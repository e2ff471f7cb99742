"""Static shapes of operations: broadcast, from named dimensions, and with the values that sizes are computed from."""
