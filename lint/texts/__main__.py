"""Update the catalogues, and print the number of missing translations: `python -m lint.texts`.

With `accept`, the marks are removed from all fuzzy translations, after somebody has checked them.
"""

import sys

from hanse.kit.texts.locale_choice import TRANSLATED
from lint.texts.catalogues import read, untranslated, update, write

if "accept" in sys.argv[1:]:
    for locale in TRANSLATED:
        catalogue = read(locale)
        for each in catalogue:
            if each.id:
                each.flags.discard("fuzzy")
        write(catalogue, locale)
update()
for locale in TRANSLATED:
    catalogue = read(locale)
    fuzzy = sum(each.fuzzy for each in catalogue if each.id)
    print(f"{locale}: {len(catalogue)} texts, {len(untranslated(catalogue))} not translated, {fuzzy} of these fuzzy")
