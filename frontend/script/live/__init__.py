"""Programs from live objects of Python: functions, classes and modules."""
