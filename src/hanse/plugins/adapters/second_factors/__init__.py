"""What adapters for second factors share: the user from the policy, recovery codes, and the list of registered ones."""
