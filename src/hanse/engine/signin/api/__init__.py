"""The authentication API: applications that show users their own pages and call this server with JSON."""
