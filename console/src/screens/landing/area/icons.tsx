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
import type { TileIcon } from "./tiles.ts";

export const TILE_ICONS: Record<TileIcon, ComponentType> = {
  badge: IdBadgeIcon,
  branch: CodeBranchIcon,
  catalog: CatalogIcon,
  certificate: CertificateIcon,
  clock: ClockIcon,
  cogs: CogsIcon,
  connected: ConnectedIcon,
  cube: CubeIcon,
  database: DatabaseIcon,
  directions: DirectionsIcon,
  envelope: EnvelopeIcon,
  exchange: ExchangeAltIcon,
  filter: FilterIcon,
  globe: GlobeIcon,
  integration: IntegrationIcon,
  key: KeyIcon,
  link: LinkIcon,
  lock: LockIcon,
  openid: OpenidIcon,
  plug: PlugIcon,
  profile: IdCardIcon,
  puzzle: PuzzlePieceIcon,
  shield: ShieldAltIcon,
  tags: TagsIcon,
  ticket: TicketAltIcon,
  users: UsersCogIcon,
};
