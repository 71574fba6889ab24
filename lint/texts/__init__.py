"""The catalogs of the server's texts in other languages (`src/hanse/kit/texts/translations`).

`python -m lint.texts` brings the catalogs up to date with the texts that users read. A rewritten text keeps its
translation, marked as fuzzy, if it is at the same place or similar to the previous text. Fuzzy translations are not
used until a translator has checked them and removed the mark. `tests/kit/texts` checks the catalogs.
"""
