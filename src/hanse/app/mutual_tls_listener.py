"""The TLS context of the listener that requests client certificates (RFC 8705)."""

import ssl
import threading
from collections.abc import Callable

import structlog

from hanse.app.listener_certificates import CHECK_SECONDS, Switch, chosen_ids, context_of
from hanse.app.listeners import MUTUAL_TLS
from hanse.app.server_certificate import certificate_files, modified
from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.http.tls import accept_client_certificates, server_context
from hanse.kit.options import Options
from hanse.kit.periodic import Periodic, on_thread
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS

LOG = structlog.stdlib.get_logger("hanse.certificate")


class MutualTlsListener:
    """Creates a new context when the certificates of the server, or those that it accepts, have changed.

    A context is never changed: OpenSSL has no way to remove an accepted certificate.
    """

    def __init__(
        self, configuration: Configuration, options: Options, clock: Clock, switch: Switch, accepted: Callable[[], str]
    ) -> None:
        """`accepted` returns the certificates that clients' certificates must lead to, as PEM."""
        self._configuration = configuration
        self._options = options
        self._clock = clock
        self._switch = switch
        self._accepted = accepted
        self._seen: object = None
        self._lock = threading.Lock()

    async def keep(self) -> None:
        """Check for changes periodically for as long as the server runs."""
        await Periodic("accepted client certificates", on_thread(self.refresh), CHECK_SECONDS, first_seconds=0).run()

    def refresh(self) -> None:
        """Use the current configuration. If it cannot be used, the previous context stays."""
        with self._lock:
            self._refresh()

    def _refresh(self) -> None:
        accepted = self._accepted()
        try:
            with routine_statements(), self._configuration.reading() as view:
                chosen = tuple(
                    (id_, view.get(SSL_SERVER_KEY_PAIRS, id_).revision) for id_ in chosen_ids(view, "engine")
                )
                state = chosen, modified(self._options), accepted
                if state == self._seen:
                    return
                context = self._own_context(view)
            accept_client_certificates(context, accepted)
        except Unavailable:
            return
        except Exception:
            LOG.exception("certificates of the mutual TLS listener cannot be used")
            return
        self._switch(context)
        self._seen = state
        LOG.info("client certificates accepted", listener=MUTUAL_TLS, certificates=accepted.count("BEGIN CERTIFICATE"))

    def _own_context(self, view: TransactionView) -> ssl.SSLContext:
        keys = [open_key_pair(view, SSL_SERVER_KEY_PAIRS, id_).active for id_ in chosen_ids(view, "engine")]
        return context_of(keys) if keys else server_context(*certificate_files(self._options, self._clock))
