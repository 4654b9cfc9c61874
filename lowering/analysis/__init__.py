"""Facts about a program that passes read and never change."""
