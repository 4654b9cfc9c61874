"""Functions that PyTorch writes in Python, in TorchScript: one file for each subject."""
