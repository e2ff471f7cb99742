"""How programs are written: what is left out of them, what stands for a kernel, and loops on arrays."""
