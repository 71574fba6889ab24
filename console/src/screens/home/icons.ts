/** The icons of shortcuts: one for each name that the server may send. */
import ApplicationsIcon from "@patternfly/react-icons/dist/esm/icons/applications-icon";
import CloudIcon from "@patternfly/react-icons/dist/esm/icons/cloud-icon";
import CogsIcon from "@patternfly/react-icons/dist/esm/icons/cogs-icon";
import FingerprintIcon from "@patternfly/react-icons/dist/esm/icons/fingerprint-icon";
import GlobeIcon from "@patternfly/react-icons/dist/esm/icons/globe-icon";
import IdCardIcon from "@patternfly/react-icons/dist/esm/icons/id-card-icon";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import ShieldAltIcon from "@patternfly/react-icons/dist/esm/icons/shield-alt-icon";
import type { ComponentType } from "react";
import type { Shortcut } from "./api.ts";

export const ICONS: Readonly<Record<Shortcut["iconName"], ComponentType>> = {
  applications: ApplicationsIcon,
  authentication: FingerprintIcon,
  cloud: CloudIcon,
  host: GlobeIcon,
  key: KeyIcon,
  license: IdCardIcon,
  security: ShieldAltIcon,
  system: CogsIcon,
};
