"""The texts of the server in the languages of its readers.

English texts are written in the code, in declarations and in templates, and are the message ids of GNU gettext catalogs
(`translations/*.po`). Texts are not translated where they are created, but where an answer is written
(`translation.localized`), in the language of the request (`locale_choice.LOCALE`). A text with values in it is a
`messages.Message`, which keeps both apart. `python -m lint.texts` collects the texts for the catalogs.
"""
