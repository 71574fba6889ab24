"""Keys, certificates, JOSE: values in, values out. Knows no configuration and no storage."""
