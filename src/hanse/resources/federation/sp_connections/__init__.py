"""SP connections: partners that receive assertions about users who sign in at this server."""
