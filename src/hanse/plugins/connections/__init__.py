"""Identity providers of IdP connections, through the interface of adapters (`contracts.adapters.Adapter`)."""
