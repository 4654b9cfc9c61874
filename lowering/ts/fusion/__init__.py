"""Groups of operators that become one kernel."""
