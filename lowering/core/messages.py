"""Messages that kernels return as a status and that the runtime recognises."""

NO_MEMORY = "not enough memory"
"""The message of a function that gets no memory."""
