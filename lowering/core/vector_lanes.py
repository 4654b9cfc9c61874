"""The limit on the lanes of a vector, for passes that choose a number and for the emitted code.

LLVM splits a vector into registers: its time and the code grow with the lanes. 1024 lanes take 128
registers of 64 bytes for float64, far more than a machine has, and a second to compile. 16384 take
20 seconds; beyond 65534, LLVM ends the process, as a node of its graph has that many operands.
"""

MOST_LANES = 1024
