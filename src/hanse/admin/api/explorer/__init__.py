"""The browsable description of the admin API: one page, no script, no asset from elsewhere."""
