"""The whole configuration as one readable JSON document: exported, checked and imported.

An export contains every document of every exported kind in a fixed order, secrets as they are stored (sealed), and the
configuration encryption keys that the sealed texts need, wrapped under the master key. Importing it into an empty
server with the same master key and exporting again gives the same bytes.

An import is first checked as a whole: format, kinds, each body through its model, ids and uniqueness, references across
the document, sealed texts, the resources' rules. Every finding is reported with its path, such as
`documents.virtualHostNames[0].hostNames[2]`, and then nothing has changed. Otherwise the document replaces all exported
kinds in one transaction, which is one revision; kinds that are not exported, such as the license, stay unchanged.

Exported files exist, so the format is fixed: `format` and `formatVersion` never change their meaning.
"""
