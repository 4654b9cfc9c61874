"""What every pass is built from: its base class, located patterns, level contracts."""
