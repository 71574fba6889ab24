"""XML as a safe input and output: parsing, signatures and encryption. No other package imports lxml or signxml."""
