/** A tile's icon. Decoration: the title beside it is what is read. */
import CatalogIcon from "@patternfly/react-icons/dist/esm/icons/catalog-icon";
import CertificateIcon from "@patternfly/react-icons/dist/esm/icons/certificate-icon";
import ClockIcon from "@patternfly/react-icons/dist/esm/icons/clock-icon";
import CodeBranchIcon from "@patternfly/react-icons/dist/esm/icons/code-branch-icon";
import CogsIcon from "@patternfly/react-icons/dist/esm/icons/cogs-icon";
import ConnectedIcon from "@patternfly/react-icons/dist/esm/icons/connected-icon";
import CubeIcon from "@patternfly/react-icons/dist/esm/icons/cube-icon";
import DatabaseIcon from "@patternfly/react-icons/dist/esm/icons/database-icon";
import DirectionsIcon from "@patternfly/react-icons/dist/esm/icons/directions-icon";
import EnvelopeIcon from "@patternfly/react-icons/dist/esm/icons/envelope-icon";
import ExchangeAltIcon from "@patternfly/react-icons/dist/esm/icons/exchange-alt-icon";
import FilterIcon from "@patternfly/react-icons/dist/esm/icons/filter-icon";
import GlobeIcon from "@patternfly/react-icons/dist/esm/icons/globe-icon";
import IdBadgeIcon from "@patternfly/react-icons/dist/esm/icons/id-badge-icon";
import IdCardIcon from "@patternfly/react-icons/dist/esm/icons/id-card-icon";
import IntegrationIcon from "@patternfly/react-icons/dist/esm/icons/integration-icon";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import LinkIcon from "@patternfly/react-icons/dist/esm/icons/link-icon";
import LockIcon from "@patternfly/react-icons/dist/esm/icons/lock-icon";
import OpenidIcon from "@patternfly/react-icons/dist/esm/icons/openid-icon";
import PlugIcon from "@patternfly/react-icons/dist/esm/icons/plug-icon";
import PuzzlePieceIcon from "@patternfly/react-icons/dist/esm/icons/puzzle-piece-icon";
import ShieldAltIcon from "@patternfly/react-icons/dist/esm/icons/shield-alt-icon";
import TagsIcon from "@patternfly/react-icons/dist/esm/icons/tags-icon";
import TicketAltIcon from "@patternfly/react-icons/dist/esm/icons/ticket-alt-icon";
import UsersCogIcon from "@patternfly/react-icons/dist/esm/icons/users-cog-icon";
import type { ComponentType } from "react";
import type { TileId } from "./tiles.ts";

export const TILE_ICONS: Record<TileId, ComponentType> = {
  idpConnections: ConnectedIcon,
  idpAdapters: PlugIcon,
  fragments: PuzzlePieceIcon,
  policies: CodeBranchIcon,
  selectors: FilterIcon,
  sessions: ClockIcon,
  localIdentityProfiles: IdCardIcon,
  policyContractGrantMapping: ExchangeAltIcon,
  spConnections: IntegrationIcon,
  spAdapters: CubeIcon,
  oauthClients: CatalogIcon,
  accessTokenManagement: TicketAltIcon,
  accessTokenMappings: ExchangeAltIcon,
  openIdConnectPolicyManagement: OpenidIcon,
  signingKeys: KeyIcon,
  trustedCas: ShieldAltIcon,
  sslServerCertificates: CertificateIcon,
  partnerMetadataUrls: LinkIcon,
  redirectValidation: DirectionsIcon,
  dataStores: DatabaseIcon,
  passwordCredentialValidators: LockIcon,
  administrativeAccounts: UsersCogIcon,
  extendedProperties: TagsIcon,
  authorizationServerSettings: CogsIcon,
  scopeManagement: IdBadgeIcon,
  notificationPublishers: EnvelopeIcon,
  virtualHostNames: GlobeIcon,
};
