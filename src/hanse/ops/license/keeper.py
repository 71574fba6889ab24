"""The installed license, held in memory so that checks need no database read."""

import threading
from dataclasses import dataclass
from datetime import datetime

import msgspec

from hanse.config.change.change import Change
from hanse.config.transaction_view import TransactionView
from hanse.crypto.ed25519 import public_jwk, read_public_keys
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.ports import LicensedFeature, LicenseExpirySummary
from hanse.kit.randomness import Randomness
from hanse.ops.license.claims import PRODUCT, License
from hanse.ops.license.entitlements import LicenseEntitlements
from hanse.ops.license.expiry import expiry_status
from hanse.ops.license.issuing import evaluation_license
from hanse.ops.license.records import LICENSE_RECORD, LicenseRecord
from hanse.ops.license.trust import TrustAnchors, trust_anchors
from hanse.ops.license.verification import read_license, verify_license


@dataclass(frozen=True)
class CurrentLicense:
    """The license of one revision with its entitlements: replaced as a whole, so that readers see matching parts."""

    revision: int
    license: License | None
    entitlements: LicenseEntitlements


_NOTHING_READ = CurrentLicense(-1, None, LicenseEntitlements(None))


class LicenseKeeper:
    """Reads and replaces the license; implements `kit.ports.Entitlements`. Safe to share between threads."""

    def __init__(self, anchors: TrustAnchors, version: str, clock: Clock) -> None:
        self._anchors = anchors
        self._version = version
        self._clock = clock
        self._held = _NOTHING_READ
        self._lock = threading.Lock()

    def current(self, view: TransactionView) -> CurrentLicense:
        """Return the license in a view, even if it no longer applies; None if there is none.

        The newest license that was ever read applies from then on. A view that began before its import still returns
        the older one, but does not restore it.
        """
        stored = view.get(LICENSE_RECORD, LICENSE_RECORD.singleton_id)
        held = self._held
        if stored.revision == held.revision:
            return held
        license_ = self._read(view.singleton(LICENSE_RECORD))
        read = CurrentLicense(stored.revision, license_, LicenseEntitlements(license_))
        with self._lock:
            if read.revision > self._held.revision:
                self._held = read
        return read

    def check(self, view: TransactionView, data: bytes) -> License:
        """Return the license in a file if it may be imported; raises ValidationFailed otherwise."""
        return verify_license(
            data,
            trust_anchors=self._trusted(view.singleton(LICENSE_RECORD)),
            product=PRODUCT,
            version=self._version,
            now=self._clock.now(),
        )

    def check_current(self, view: TransactionView) -> License:
        """Return the stored license if it applies here and now; raises ValidationFailed otherwise."""
        record = view.singleton(LICENSE_RECORD)
        if record.file is None:
            raise ValidationFailed([FieldError("No license is installed.", error_id="license_missing")])
        return self.check(view, record.file.encode())

    def replace(self, change: Change, data: bytes) -> None:
        """Check a file and store it; the caller reads `current` again after the commit."""
        self.check(change, data)
        record = change.singleton(LICENSE_RECORD)
        file = data.removeprefix(b"\xef\xbb\xbf").decode("ascii").strip()
        change.replace(LICENSE_RECORD, LICENSE_RECORD.singleton_id, record.model_copy(update={"file": file}))

    def offer_evaluation(self, change: Change, randomness: Randomness) -> None:
        """Install an evaluation license in a new installation; does nothing if there was ever a license."""
        if change.singleton(LICENSE_RECORD).file is not None:
            return
        made = evaluation_license(version=self._version, now=self._clock.now(), randomness=randomness)
        record = LicenseRecord(file=made.file.decode().strip(), evaluation_anchor=public_jwk(made.anchor))
        change.replace(LICENSE_RECORD, LICENSE_RECORD.singleton_id, record)

    def _read(self, record: LicenseRecord) -> License | None:
        if record.file is None:
            return None
        try:
            return read_license(record.file.encode(), trust_anchors=self._trusted(record))
        except ValidationFailed:
            # A trust anchor was removed from the configuration: licenses that it signed are no longer valid.
            return None

    def _trusted(self, record: LicenseRecord) -> TrustAnchors:
        if record.evaluation_anchor is None:
            return self._anchors
        return {**self._anchors, **trust_anchors(read_public_keys(msgspec.json.encode(record.evaluation_anchor)))}

    def expiry(self, now: datetime) -> LicenseExpirySummary:
        """Return the expiration status of the license (`kit.ports.LicenseStatus`)."""
        status = expiry_status(self._held.license, now)
        return LicenseExpirySummary(str(status.status), status.prefix, status.message)

    @property
    def max_connections(self) -> int | None:
        """Return the maximum number of connections; None means no limit."""
        return self._held.entitlements.max_connections

    @property
    def node_limit(self) -> int | None:
        """Return the maximum number of running nodes; None means no limit."""
        return self._held.entitlements.node_limit

    def operational(self, now: datetime) -> bool:
        """Return whether end users and partners are served."""
        return self._held.entitlements.operational(now)

    def allows(self, feature: LicensedFeature, now: datetime) -> bool:
        """Return whether a feature may be used."""
        return self._held.entitlements.allows(feature, now)

    def connection_refusal(
        self, *, used: int, now: datetime, group: str | None = None, used_in_group: int = 0
    ) -> FieldError | None:
        """Return why one more connection may not be added."""
        return self._held.entitlements.connection_refusal(used=used, now=now, group=group, used_in_group=used_in_group)

    def node_refusal(self, *, running: int) -> FieldError | None:
        """Return why one more node may not join."""
        return self._held.entitlements.node_refusal(running=running)
