"""The whole configuration as one readable JSON document: exported, checked and imported.

An export holds every document of every exported kind, kinds and items in a fixed order, secrets as they are stored
(sealed), and those configuration encryption keys that the sealed texts need, wrapped under the master key. Importing
it into an empty server with the same master key and exporting again gives the same bytes.

An import is checked as a whole first: format, kinds, each body through its model, ids and uniqueness, references
across the document, sealed texts, the resources' rules. Every finding is reported with its path, such as
`documents.virtualHostNames[0].hostNames[2]`, and then nothing has changed. Otherwise the document replaces all
exported kinds in one transaction, which is one revision; what is not exported, such as the licence, stays.

The format is a contract with files that exist: `format` and `formatVersion` never change their meaning.
"""
