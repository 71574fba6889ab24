"""The admin listener: sessions, the admin API, the console's assets and its frame pages."""
