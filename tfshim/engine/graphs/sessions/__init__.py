"""Sessions: what they are fed and give back, which programs they run, and which of them is the default one."""
