"""Messages that kernels return as a status."""

NO_MEMORY = "not enough memory"
"""The message of a function that gets no memory, which the runtime recognises."""

MESSAGE = "ts.message"
"""The attribute of an operation that stands for one of the program: the message of its checks."""

SIZE_BELOW_2 = "a computed size is below 2"
OTHER_SIZE = "a computed size of an argument is another"
CLIPPED = "a slice is clipped"
ODD_SIZE = "a size is odd"
"""The ends of messages of a function for inputs that it is not compiled for. The runtime takes them
for inputs of another type."""
