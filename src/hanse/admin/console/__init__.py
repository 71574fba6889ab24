"""The console's built assets, as Vite wrote them into `static/`, served from memory.

`assets.load_assets` reads the folder once at the start. `site.ConsoleSite` answers GET and HEAD: a file at its exact
path, and `index.html` at every other path that does not belong to the API or the session service, because the console
routes in the browser. A path is only looked up in the table of files that were read, so no path leads outside the
folder.
"""
