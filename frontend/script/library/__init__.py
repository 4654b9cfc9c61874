"""What PyTorch writes in Python, in TorchScript: compiled where a program uses it."""
