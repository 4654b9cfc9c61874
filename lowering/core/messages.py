"""Messages that kernels return as a status."""

NO_MEMORY = "not enough memory"
"""The message of a function that gets no memory, which the runtime recognises."""

MESSAGE = "ts.message"
"""The attribute of an operation that stands for one of the program: the message of its checks."""
