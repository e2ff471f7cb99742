"""How the machine's processors and memory are used."""
