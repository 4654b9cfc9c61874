"""Ahead-of-time compilation: a program as an object file with a C interface."""
