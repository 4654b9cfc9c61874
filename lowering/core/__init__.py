"""The parts that every pass uses: base class, locations, conversions, contracts."""
