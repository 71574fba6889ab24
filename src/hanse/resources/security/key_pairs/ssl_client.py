"""The key pairs with which this server authenticates as a TLS client, such as at the back channels of partners."""

from hanse import handles
from hanse.config.declare.ui.declaration import ItemFacts, ItemList, Ui
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.resources.security.key_pairs.family import key_pairs
from hanse.resources.security.key_pairs.key_pair_actions import (
    EXPORT_CERTIFICATE,
    EXPORT_KEY,
    EXPORT_PEM,
    REQUEST,
    RESPONSE,
    pair_form,
)
from hanse.resources.security.key_pairs.view import with_expiry

_UI = Ui(
    page=ConsolePage(
        id="sslClientKeys",
        label="SSL Client Keys & Certificates",
        heading=CERTIFICATES_AND_KEYS,
        slug="ssl-client-keys-certificates",
        position=40,
        keywords=("TLS", "mTLS", "mutual TLS", "client certificate", "X.509", "back channel"),
    ),
    guide="ssl-client-keys",
    items=ItemList(
        singular="SSL Client Key Pair",
        plural="SSL Client Key Pairs",
        columns=("issuerDN", "expires", "status"),
        empty="Key pairs with which this server authenticates as a TLS client at the back channels of partners.",
    ),
    form=pair_form(),
    item=ItemFacts(
        at_moment=with_expiry,
        actions=(EXPORT_CERTIFICATE, REQUEST, RESPONSE, EXPORT_KEY, EXPORT_PEM),
    ),
)
SSL_CLIENT_KEY_PAIRS = key_pairs(
    handles.SSL_CLIENT_KEY_PAIRS,
    title="SSL Client Key Pair",
    description="Private keys and certificates with which this server authenticates as a TLS client.",
    ui=_UI,
)
