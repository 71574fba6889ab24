"""Writes every page to a folder for a real browser: `python -m tests.engine.signin.pages.write_pages DIR`."""

import sys
from pathlib import Path

from hanse.engine.signin.pages import PageApplication, PageRenderer
from tests.engine.signin.calls import call
from tests.engine.signin.pages.example_pages import pages

LOCALES = ("en", "de", "es")


class Form:
    """The flow to which the forms of a page belong."""

    resume_url = "/as/flow-1/resume/as/authorization.ping"
    form_token = "1.token-1"


def write(folder: Path) -> None:
    """Write all pages in all languages, with and without their optional parts."""
    made = PageRenderer()
    (folder / "assets").mkdir(parents=True)
    for name, answer in made.assets.answers.items():
        (folder / "assets" / name).write_bytes(answer.body)
    application = PageApplication("A rather long name of an application")
    for flag in (True, False):
        for template, values in pages(flag=flag).items():
            for locale in LOCALES:
                page = made.render(call(), template, values, form=Form(), locales=(locale,), application=application)
                (folder / f"{template}.{'full' if flag else 'plain'}.{locale}.html").write_bytes(page.body)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
