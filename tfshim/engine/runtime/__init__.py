"""What a thread or process is set to: errors, the eager context, devices, determinism, locks, tracebacks."""
