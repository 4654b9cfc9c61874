"""What the layers and losses of neural networks compute."""
