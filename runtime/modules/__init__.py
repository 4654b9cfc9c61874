"""Modules and functions of programs as Python objects."""
