/** The landing tile pages: /authentication, /applications, /security and /system (specification 1, section 2). */

import {
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Gallery,
  Skeleton,
  Title,
} from "@patternfly/react-core";
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
import { Link } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { FormattedList, FormattedMessage } from "react-intl";
import { CryptoNotice } from "../../../features/keys/CryptoNotice.tsx";
import { paths } from "../../../paths.ts";
import type { NavItem, UiSettings } from "../../../platform/api/session.ts";
import { type Leaf, leavesOf } from "../../../platform/page/navigation.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { useUiSettings } from "../../../platform/page/uiSettings.ts";
import { useShownPath } from "../../../platform/page/useShownPath.ts";
import { isRole, useSession } from "../../../platform/session/SessionProvider.tsx";
import "./landing.css";

export default function Area(): ReactNode {
  // The router accepts a trailing slash in the address.
  const path = useShownPath().replace(/\/+$/, "");
  const area = AREAS.find((one) => path === paths[one]);
  return area ? <Landing key={area} area={area} /> : null;
}

/** The page of a first-level navigation node: a tile for each of its main pages. */
export function Landing({ area }: { area: AreaName }) {
  const { settings } = useUiSettings();
  return (
    <Screen description={<FormattedMessage id={`landing.${area}Description`} />} breadcrumb="none">
      <div className="hanse-landing">
        {area === "security" && <CryptoNotice />}
        {settings ? <Tiles area={area} settings={settings} /> : <Waiting />}
      </div>
    </Screen>
  );
}

function Tiles({ area, settings }: { area: AreaName; settings: UiSettings }) {
  const tiles = tilesOf(area, settings.navTree);
  if (tiles.length === 0) {
    const others = settings.navTree.filter(({ id }) => id === area).flatMap(leavesOf);
    return others.length > 0 ? <Others leaves={others} /> : <Nothing />;
  }
  return (
    <Gallery component="ul" hasGutter minWidths={{ default: "min(17rem, 100%)" }}>
      {tiles.map((leaf) => (
        <Tile key={leaf.id} leaf={leaf} />
      ))}
    </Gallery>
  );
}

function Tile({ leaf }: { leaf: TileLeaf }) {
  const Icon = TILE_ICONS[leaf.tile.icon];
  return (
    <Card component="li" className="hanse-tile" isFullHeight>
      <CardHeader>
        <span className="hanse-tile__icon">
          <Icon />
        </span>
        <CardTitle component="h2">
          <Link to={leaf.path} className="hanse-tile__link">
            {leaf.tile.label}
          </Link>
        </CardTitle>
      </CardHeader>
      <CardBody>{leaf.tile.description}</CardBody>
    </Card>
  );
}

/** The navigation's pages in an area for which the administrator has no tile. */
function Others({ leaves }: { leaves: readonly Leaf[] }) {
  return (
    <>
      <Title headingLevel="h2" size="lg">
        <FormattedMessage id="landing.others" />
      </Title>
      <ul>
        {leaves.map(({ id, label, path }) => (
          <li key={id}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Explains why there is no tile, and who can change that. */
function Nothing() {
  const { roles, auditor } = useSession();
  const names = [...roles].map((role) => (isRole(role) ? <FormattedMessage key={role} id={`role.${role}`} /> : role));
  const list = names.length > 0 ? <FormattedList value={names} /> : <FormattedMessage id="landing.noRoles" />;
  return (
    <EmptyState icon={LockIcon} headingLevel="h2" titleText={<FormattedMessage id="landing.emptyTitle" />}>
      <EmptyStateBody>
        {auditor ? (
          <FormattedMessage id="landing.emptyBodyAuditor" />
        ) : (
          <FormattedMessage id="landing.emptyBody" values={{ roles: list }} />
        )}
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Link to={paths.home}>
            <FormattedMessage id="shell.toHome" />
          </Link>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <Gallery hasGutter minWidths={{ default: "min(17rem, 100%)" }}>
      {["first", "second", "third", "fourth"].map((key) => (
        <Card key={key} className="hanse-tile" isFullHeight>
          <CardHeader>
            <Skeleton shape="square" width="2.5rem" />
            <CardTitle>
              <Skeleton width="9rem" />
            </CardTitle>
          </CardHeader>
          <CardBody>
            <Skeleton height="2.75rem" />
          </CardBody>
        </Card>
      ))}
    </Gallery>
  );
}

/** A tile's icon. It is decorative: screen readers read the title beside it. */
const TILE_ICONS: Record<TileIcon, ComponentType> = {
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

export const AREAS = ["authentication", "applications", "security", "system"] as const;
export type AreaName = (typeof AREAS)[number];
type TileIcon = NonNullable<NavItem["tile"]>["icon"];
type TileLeaf = NavItem & { path: string; tile: NonNullable<NavItem["tile"]> };

/** The pages of an area that have a tile, in the order of the tiles. The server decides about them. */
export function tilesOf(area: AreaName, tree: readonly NavItem[]): TileLeaf[] {
  return tree
    .filter(({ id }) => id === area)
    .flatMap(withTiles)
    .sort((one, other) => one.tile.position - other.tile.position);
}

function withTiles(node: NavItem): TileLeaf[] {
  return hasTile(node) ? [node] : node.children.flatMap(withTiles);
}

function hasTile(node: NavItem): node is TileLeaf {
  return Boolean(node.tile && node.path);
}
