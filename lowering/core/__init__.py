"""What every pass is built from: the pass base class, located patterns, level contracts, the driver."""
