"""Update the catalogs, and print the number of missing translations: `python -m lint.texts`.

With `accept`, the marks are removed from all fuzzy translations. The translations have to be checked before.
"""

import sys

from hanse.kit.texts.locale_choice import TRANSLATED
from lint.texts.catalogs import read, untranslated, update, write

if "accept" in sys.argv[1:]:
    for locale in TRANSLATED:
        catalog = read(locale)
        for each in catalog:
            if each.id:
                each.flags.discard("fuzzy")
        write(catalog, locale)
update()
for locale in TRANSLATED:
    catalog = read(locale)
    fuzzy = sum(each.fuzzy for each in catalog if each.id)
    print(f"{locale}: {len(catalog)} texts, {len(untranslated(catalog))} not translated, {fuzzy} of these fuzzy")
