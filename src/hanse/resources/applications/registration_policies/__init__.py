"""Client registration policies: instances of plug-ins that check registrations of clients."""
