"""Values: dtypes, shapes, eager tensors, conversion, nested structures, type specs, printing."""
