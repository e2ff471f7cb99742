"""Tasks of a cluster, which hold variables and run graphs for each other: what is sent, who sends it and who answers."""
