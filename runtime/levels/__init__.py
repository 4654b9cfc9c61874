"""The levels below ts, interpreted: te, loops and llvm, each operation by its definition."""
