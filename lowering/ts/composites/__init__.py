"""The definitions of composite operators in TorchScript: one file for each subject."""
