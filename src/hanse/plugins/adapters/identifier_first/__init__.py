"""The identifier first adapter: asks for an identifier, by which the policy chooses the sign-in method."""
