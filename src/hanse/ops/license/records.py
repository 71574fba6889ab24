"""Stored facts about the license: the installed file, and the version of the terms that was accepted."""

from typing import Annotated, Any

from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ApiOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource


class LicenseRecord(ConfigModel):
    """The license file, and the public key of this installation's own evaluation license."""

    file: Annotated[str | None, Field(max_length=65_536)] = None
    evaluation_anchor: dict[str, Any] | None = None


class AgreementRecord(ConfigModel):
    """The digest of the terms that were accepted."""

    accepted_digest: Annotated[str | None, Field(max_length=128)] = None


# Neither is exported: a license and an acceptance belong to one installation.
LICENSE_RECORD = Resource(
    path="/internal/records/license",
    model=LicenseRecord,
    area=Area.LICENSE,
    text=ResourceText(title="License", description="The installed license."),
    default=LicenseRecord,
    api=ApiOptions(methods=frozenset()),
    storage=StorageOptions(kind="license"),
    deployment=DeploymentOptions(exported=False),
)
AGREEMENT_RECORD = Resource(
    path="/internal/records/licenseAgreement",
    model=AgreementRecord,
    area=Area.LICENSE,
    text=ResourceText(title="License Agreement", description="The acceptance of the terms."),
    default=AgreementRecord,
    api=ApiOptions(methods=frozenset()),
    storage=StorageOptions(kind="licenseAgreement"),
    deployment=DeploymentOptions(scope=ReplicationScope.CONSOLES, exported=False),
)
