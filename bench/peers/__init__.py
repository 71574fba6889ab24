"""Other identity providers, run side by side with Hanse by `bench.providers`."""
