"""The project's own documentation, served as plain pages below `/docs`, so that help needs no other server.

`page_files` finds the Markdown files: in a wheel beside this package, in a checkout in the project's folder. `markdown`
converts them to HTML, `site.DocumentationSite` answers. The pages need no session, contain no data of the installation,
and have the same Content-Security-Policy as everything else; they are rendered at the first request. `help_links` has
the targets of the console's help links, which an installation may change (`--documentation-urls`).
"""
