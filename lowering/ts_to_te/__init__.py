"""The conversion from TorchScript to tensor expressions."""
