"""What a program does as Debugger V2 shows it: which operations run, where they were written, and what they give."""
