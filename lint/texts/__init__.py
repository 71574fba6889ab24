"""The catalogues of the server's texts in other languages (`src/hanse/kit/texts/translations`).

`python -m lint.texts` brings the catalogues up to date with the texts that people read. A text that was rewritten keeps
its translation, marked as fuzzy, if it is still at the same place or is similar to the text before; fuzzy translations
are not used until somebody has looked at them and removed the mark. `tests/kit/texts` checks the catalogues.
"""
