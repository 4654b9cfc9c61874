"""Scripts: functions in Python's syntax to IR, without executing them."""
