"""What the forms of single areas say beyond the declarations of their resources; `catalogue` gathers it."""
