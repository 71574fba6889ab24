"""A page whose form sends an answer to an application, as in the OAuth 2.0 Form Post Response Mode.

A script submits the form; without scripts the user presses its button. The page is not a template, because its policy
allows a script of this server. The policy does not limit the target of the form: browsers would apply that to the
application's redirects as well.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from hanse.engine.http.answers import Answer, html_answer
from hanse.engine.http.request import Request
from hanse.engine.signin.pages.rendering import PageRenderer

_SCRIPT: Final = "auto-submit.js"
_PAGE: Final = """<!doctype html>
<html lang="{locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
</head>
<body><main><h1>{title}</h1>
<form method="post" action="{action}">{fields}<button type="submit">{button}</button></form></main>
<script src="{script}" integrity="{integrity}"></script></body>
</html>
"""


def form_post_answer(
    pages: PageRenderer,
    request: Request,
    address: str,
    parameters: Mapping[str, str],
    *,
    locales: Sequence[str],
    framed: bool,
) -> Answer:
    """Return the page. The address is configured, such as a registered redirect URI.

    `framed` allows the page in a frame, as for `prompt=none`: clients renew tokens in hidden frames.
    """
    locale = pages.locale(request, locales)
    fields = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in parameters.items()
    )
    page = _PAGE.format(
        locale=escape(locale),
        title=escape(pages.text(locale, "autopost.title")),
        button=escape(pages.text(locale, "common.continue")),
        action=escape(address),
        fields=fields,
        script=escape(pages.asset_address(request, _SCRIPT)),
        integrity=pages.assets.integrity(_SCRIPT),
    )
    policy = "default-src 'none'; script-src 'self'; base-uri 'none'"
    policy += "" if framed else "; frame-ancestors 'none'"
    return html_answer(
        page,
        200,
        (b"content-security-policy", policy.encode()),
        (b"cross-origin-opener-policy", b"unsafe-none"),
        (b"referrer-policy", b"no-referrer"),
    )
