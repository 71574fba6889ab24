"""Members, rules and pages that SP connections and IdP connections share (`Connection` of the API contract)."""
