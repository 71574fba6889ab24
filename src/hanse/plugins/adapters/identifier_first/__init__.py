"""The identifier first adapter: asks for an identifier, by which the policy chooses how the user signs in."""
