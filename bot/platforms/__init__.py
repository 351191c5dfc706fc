"""The platforms people play on; none of them knows another."""
