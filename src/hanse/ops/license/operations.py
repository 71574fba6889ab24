"""The operations of the license: read, import, validate, and the terms."""

from functools import partial
from typing import Annotated

from pydantic import Field

from hanse.config.change.write_transaction import Author
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import SERVER, ConsolePage, Icon
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import Conflict, FieldError, NotFound, ValidationFailed
from hanse.ops.license.agreement import AGREEMENT_URL, agreement_digest, agreement_text, to_agreement_info
from hanse.ops.license.comparison import import_warnings
from hanse.ops.license.keeper import LicenseKeeper
from hanse.ops.license.records import AGREEMENT_RECORD, AgreementRecord
from hanse.ops.license.verification import decode_file_data
from hanse.ops.license.views import to_view, to_warning_items

PAGE = ConsolePage(
    id="license",
    label="License",
    heading=SERVER,
    slug="license",
    position=50,
    keywords=("licence", "expiration", "connection limit"),
    is_react=True,
    icon=Icon.LICENSE,
    is_default_shortcut=True,
)

TAG = "License"
_CHANGED = "Another administrator has saved a change in the meantime."


# More than the maximum size of a license, so that the error with that maximum is shown.
_LONGEST_UPLOAD = 1_048_576


class LicenseFile(ConfigModel):
    """A license file for upload."""

    file_data: Annotated[
        str, Field(min_length=1, max_length=_LONGEST_UPLOAD, description="Content of the file, in base64.")
    ]


class LicenseAgreementInfo(ConfigModel):
    """Acceptance of the license terms, and the address of their text."""

    license_agreement_url: Annotated[str | None, Field(max_length=2048)] = None
    accepted: bool | None = None


class LicenseFeatureView(ConfigModel):
    """A named value of the license."""

    name: str
    value: str | None = None


class ConnectionGroupLicenseView(ConfigModel):
    """A group of connections that the license limits separately."""

    name: str
    connection_count: int
    start_date: str | None = None
    end_date: str | None = None


class LicenseView(ConfigModel):
    """The installed license; limits and dates that it does not have are absent."""

    id: str
    name: str
    organization: str | None = None
    product: str | None = None
    version: str | None = None
    enforcement_type: str | None = None
    tier: str | None = None
    issue_date: str | None = None
    expiration_date: str | None = None
    grace_period: int | None = None
    max_connections: int | None = None
    used_connections: int
    node_limit: int | None = None
    provisioning_enabled: bool | None = None
    ws_trust_enabled: bool | None = None
    oauth_enabled: bool | None = None
    bridge_mode: bool | None = None
    features: list[LicenseFeatureView] | None = None
    license_groups: list[ConnectionGroupLicenseView] | None = None


class LicenseWarning(ConfigModel):
    """One difference by which a new license would allow less."""

    code: str
    message: str


class LicenseValidation(ConfigModel):
    """The content of a license file that can be imported, and the differences to the installed one."""

    license: LicenseView
    warnings: list[LicenseWarning]


def license_operations(keeper: LicenseKeeper) -> list[Operation]:
    """Return the operations of the license."""
    calls = _Calls(keeper)
    license_ = partial(Operation, area=Area.LICENSE, tag=TAG)
    return [
        license_(
            path=f"{API}/license",
            summary="Read the installed license",
            run=calls.get,
            answer=LicenseView,
            open_to_setup=True,
            extra_statuses=(404,),
        ),
        license_(
            method="PUT",
            path=f"{API}/license",
            summary="Import a license",
            run=calls.put,
            body=LicenseFile,
            answer=LicenseView,
            open_to_setup=True,
            in_transaction=False,
            extra_statuses=(404,),
        ),
        license_(
            path=f"{API}/internal/isw/validateCurrentLicense",
            area=Area.SETUP,
            summary="Check the installed license",
            run=calls.check_current,
            answer=LicenseView,
            open_to_setup=True,
            extra_statuses=(422,),
        ),
        *_validations(calls),
        *_agreement_operations(calls),
    ]


def _validations(calls: "_Calls") -> list[Operation]:
    # These operations change nothing, but need write permission, because only administrators who may import a license
    # need them.
    validate = partial(
        Operation,
        method="POST",
        tag=TAG,
        summary="Check a license file without importing it",
        run=calls.validate,
        body=LicenseFile,
        answer=LicenseValidation,
        in_transaction=False,
    )
    return [
        validate(path=f"{API}/internal/license/validate", area=Area.LICENSE),
        validate(path=f"{API}/internal/isw/validateLicense", area=Area.SETUP, open_to_setup=True),
    ]


def _agreement_operations(calls: "_Calls") -> list[Operation]:
    agreement = partial(
        Operation,
        path=f"{API}/license/agreement",
        area=Area.LICENSE,
        tag=TAG,
        answer=LicenseAgreementInfo,
        open_to_setup=True,
    )
    return [
        agreement(summary="Read whether the terms were accepted", run=calls.get_agreement),
        agreement(method="PUT", summary="Accept the terms", run=calls.put_agreement, body=LicenseAgreementInfo),
        Operation(
            path=AGREEMENT_URL,
            area=Area.PUBLIC,
            summary="Read the terms",
            run=lambda _call: OperationResult(agreement_text()),
            tag=TAG,
            answer={"type": "string"},
            answer_type="text/plain; charset=utf-8",
            in_transaction=False,
            is_document=True,
        ),
    ]


class _Calls:
    """The functions behind the operations, with a common keeper."""

    def __init__(self, keeper: LicenseKeeper) -> None:
        self._keeper = keeper

    def get(self, call: Call) -> OperationResult:
        return self._shown(call.view)

    def put(self, call: Call) -> OperationResult:
        data = decode_file_data(call.body.file_data)
        author = Author(call.principal.username, call.caller.request_id)
        with call.configuration.changing(author) as change:
            self._check_expected(change, call.expected)
            self._keeper.replace(change, data)
        # Only a committed license applies, so it is read again in a separate transaction.
        with call.configuration.reading() as view:
            return self._shown(view)

    def validate(self, call: Call) -> OperationResult:
        # The request's transaction is not used: it would delay other saves, and nothing is saved here.
        with call.configuration.reading() as view:
            license_ = self._keeper.check(view, decode_file_data(call.body.file_data))
            warnings = import_warnings(self._keeper.current(view).license, license_)
            shown = to_view(license_, used_connections(view))
        return OperationResult({"license": shown, "warnings": to_warning_items(warnings)})

    def check_current(self, call: Call) -> OperationResult:
        return OperationResult(to_view(self._keeper.check_current(call.view), used_connections(call.view)))

    def get_agreement(self, call: Call) -> OperationResult:
        stored = call.view.get(AGREEMENT_RECORD, AGREEMENT_RECORD.singleton_id)
        return OperationResult(_agreement(call.view), revision=stored.revision)

    def put_agreement(self, call: Call) -> OperationResult:
        if call.body.accepted is not True:
            raise ValidationFailed([FieldError("The terms must be accepted.", "accepted", "agreement_not_accepted")])
        record = AgreementRecord(accepted_digest=agreement_digest())
        stored = call.view.get(AGREEMENT_RECORD, AGREEMENT_RECORD.singleton_id)
        if call.expected is not None and stored.revision not in call.expected:
            raise Conflict(_CHANGED, current=_agreement(call.view), revision=stored.revision)
        stored = call.change.replace(AGREEMENT_RECORD, AGREEMENT_RECORD.singleton_id, record)
        return OperationResult(_agreement(call.view), revision=stored.revision)

    def _shown(self, view: TransactionView) -> OperationResult:
        found = self._keeper.current(view)
        if found.license is None:
            raise NotFound("No license is installed.")
        return OperationResult(to_view(found.license, used_connections(view)), revision=found.revision)

    def _check_expected(self, view: TransactionView, expected: frozenset[int] | None) -> None:
        if expected is None:
            return
        # The record's own check would quote the stored record, which clients do not know.
        found = self._keeper.current(view)
        if found.revision not in expected:
            shown = None if found.license is None else to_view(found.license, used_connections(view))
            raise Conflict(_CHANGED, current=shown, revision=found.revision)


def used_connections(view: TransactionView) -> int:
    """Return the number of connections of all kinds that a license limits."""
    return sum(view.count(resource) for resource in view.registry if resource.is_connection)


def _agreement(view: TransactionView) -> dict[str, str | bool]:
    return to_agreement_info(view.singleton(AGREEMENT_RECORD).accepted_digest)
