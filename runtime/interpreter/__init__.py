"""The reference semantics: flat code over registers, and its execution."""
