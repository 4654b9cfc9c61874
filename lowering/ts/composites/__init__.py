"""What composite operators are made of, in TorchScript: one file for each subject."""
