"""What all adapters have in common."""

KIND = "idpAdapter"
