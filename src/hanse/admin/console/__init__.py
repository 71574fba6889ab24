"""The console's built assets, as Vite left them in `static/`, served from memory.

`assets.load_assets` reads the folder once at start; `site.ConsoleSite` answers GET and HEAD: a file by its exact
path, and `index.html` for every other path that is not the API's or the session service's, as the console routes
by itself. A path is only ever looked up in the table of what was read, so there is none outside the folder.
"""
