"""The project's own documentation, served as plain pages below `/docs`, so that help needs no other server.

`page_files` finds the Markdown files: in a wheel beside this package, in a checkout where they are written. `markdown`
makes pages of them, `site.DocumentationSite` answers. The pages need no session, hold nothing of the installation, and
obey the same Content-Security-Policy as everything else; they are made when somebody first asks for one. `help_links`
says where the console's help links lead, which an installation may change (`--documentation-urls`).
"""
