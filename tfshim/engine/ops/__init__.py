"""Operations: declaring one, binding its arguments, running its kernel, shapes and dtypes of its results, its gradient."""
