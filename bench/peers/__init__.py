"""Other identity providers, which `bench.providers` compares with Hanse."""
