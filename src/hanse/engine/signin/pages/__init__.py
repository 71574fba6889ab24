"""The pages that users see: templates, their texts in several languages, and one style sheet.

Two kinds of pages have a script: those for passkeys, and the page that signs users out of applications, which also
works without it.

`PageRenderer.render` creates an answer from a template. Administrators can replace templates, texts and assets by files
of the same names in the folder of the option `--templates`:

- `html.form.login.template.html` and the others of `templates/`, in Jinja's language, run in a sandbox;
- `messages/de.toml`, whose texts take precedence over those of this package, also for additional languages;
- templates and texts of plug-ins (`Plugin.pages`), which are searched last;
- `assets/style.css`, `assets/logo.svg` or `assets/logo.png`, and other files to which a replaced template refers.
"""

from hanse.engine.signin.pages.rendering import FormTarget, PageApplication, PageRenderer

__all__ = ["FormTarget", "PageApplication", "PageRenderer"]
