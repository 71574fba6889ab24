"""How an area of configuration is declared."""
