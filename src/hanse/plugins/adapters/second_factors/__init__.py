"""Common parts of adapters for second factors: the user from the policy, recovery codes, and the list of devices."""
