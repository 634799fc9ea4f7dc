"""What one request costs the server: CostQuestion -> observations -> analyse (pure) -> CostAnswer."""
