"""The pages that users see: templates, their texts in several languages, and one style sheet. No page has a script.

`PageRenderer.render` makes an answer of a template. Administrators replace templates, texts and assets by files of the
same names in the folder of the option `--templates`:

- `html.form.login.template.html` and the others of `templates/`, in Jinja's language, run in a sandbox;
- `messages/de.toml`, whose texts go before those of this package, also for languages that it does not have;
- templates and texts of plug-ins (`Plugin.pages`), which are looked for last;
- `assets/style.css`, `assets/logo.svg` or `assets/logo.png`, and whatever a replaced template refers to.
"""

from hanse.engine.signin.pages.rendering import FormTarget, PageApplication, PageRenderer

__all__ = ["FormTarget", "PageApplication", "PageRenderer"]
