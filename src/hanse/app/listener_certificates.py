"""Serves TLS with the certificates that administrators have chosen, from the next connection on."""

import ssl
from collections.abc import Callable, Mapping

import structlog

from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import Unavailable
from hanse.kit.http.tls import hardened_context, present_certificate
from hanse.kit.periodic import Periodic, on_thread
from hanse.resources.security.key_pairs.open_key_pairs import OpenKey, open_key_pair
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS, SSL_SERVER_SETTINGS

LOG = structlog.stdlib.get_logger("hanse.certificate")
CHECK_SECONDS = 2
Switch = Callable[[ssl.SSLContext | None], None]


class ListenerCertificates:
    """Checks the chosen certificate of each listener, by its name, and applies changes."""

    def __init__(self, configuration: Configuration, switches: Mapping[str, Switch]) -> None:
        self._configuration = configuration
        self._switches = switches
        self._seen: dict[str, tuple[tuple[str, int], ...]] = {}

    async def keep(self) -> None:
        """Check at intervals for as long as the server runs."""
        await Periodic("chosen certificates", on_thread(self.refresh), CHECK_SECONDS, first_seconds=0).run()

    def refresh(self) -> None:
        """Use the chosen certificates. If one cannot be used, the current one stays."""
        try:
            with routine_statements(), self._configuration.reading() as view:
                found = {name: self._changed(view, name) for name in self._switches}
        except Unavailable:
            return
        except Exception:
            LOG.exception("selected certificates cannot be read")
            return
        for name, keys in found.items():
            if keys is not None:
                self._use(name, keys)

    def _changed(self, view: TransactionView, name: str) -> list[OpenKey] | None:
        """Return the key pairs that are chosen for a listener; None if they are in use already."""
        ids = chosen_ids(view, name)
        state = tuple((id_, view.get(SSL_SERVER_KEY_PAIRS, id_).revision) for id_ in ids)
        if self._seen.get(name, ()) == state:
            return None
        keys = [open_key_pair(view, SSL_SERVER_KEY_PAIRS, id_).active for id_ in ids]
        self._seen[name] = state
        return keys

    def _use(self, name: str, keys: list[OpenKey]) -> None:
        try:
            self._switches[name](context_of(keys) if keys else None)
        except (OSError, ValueError):
            LOG.exception("selected certificate cannot be used", listener=name)
        else:
            LOG.info("certificate in use", listener=name, key_pairs=len(keys))


def chosen_ids(view: TransactionView, name: str) -> list[str]:
    """Return the ids of the key pairs for a listener; the main one last, so that it is used among those of its type."""
    settings = view.singleton(SSL_SERVER_SETTINGS)
    if name == "admin":
        main, others = settings.admin_console_cert_ref, settings.active_admin_console_certs
    else:
        main, others = settings.runtime_server_cert_ref, settings.active_runtime_server_certs
    return list(dict.fromkeys([*(each.id for each in others if each != main), *([main.id] if main else [])]))


def context_of(keys: list[OpenKey]) -> ssl.SSLContext:
    """Return a context with these key pairs; OpenSSL keeps one for each type of key."""
    context = hardened_context()
    for key in keys:
        present_certificate(context, key.to_pem())
    return context
