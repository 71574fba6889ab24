"""Operation of the server: license, logging, notifications, metrics, backup and support data."""
