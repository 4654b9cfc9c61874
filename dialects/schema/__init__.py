"""FunctionSchema: how TorchScript declares an operator, and the table of all of PyTorch's."""
