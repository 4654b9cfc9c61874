"""FunctionSchema, the declaration of an operator in TorchScript, and the table of PyTorch's
schemas."""
