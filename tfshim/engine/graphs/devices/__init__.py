"""Programs whose nodes are on several devices: copies between these, and replicas that run side by side."""
