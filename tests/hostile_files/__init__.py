"""Files that try to do something when they are loaded: nothing of them may run."""
