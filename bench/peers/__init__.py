"""Identity providers that `bench.providers` compares with Hanse."""
