"""The parts that every pass uses: its base class, located patterns, level contracts."""
