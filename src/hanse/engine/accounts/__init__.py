"""The pages on which local users view and change their own accounts."""
