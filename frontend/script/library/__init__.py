"""PyTorch's Python functions as TorchScript, compiled where a program uses them."""
